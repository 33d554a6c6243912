# SPDX-License-Identifier: GPL-3.0-or-later
"""Synthetic samples, one file each, and the worker thread that reads them."""
import os
import queue
import threading
import time
import numpy as np
import torch
from network import CLASSES, IMAGE

STORED = 96                              # pixels a side on disk
SAMPLE_BYTES = 3 * STORED * STORED       # 8-bit RGB, no header


def path(folder, index):
    return os.path.join(folder, f"sample-{index:05d}.raw")


def write(folder, count, seed):
    """A class is a pair of waves; the rest is noise. The label is index % 10."""
    y, x = np.mgrid[0:STORED, 0:STORED] / STORED
    for index in range(count):
        rng = np.random.default_rng([seed, index])
        label = index % CLASSES
        wave = np.sin(2 * np.pi * ((1 + label % 5) * x + (1 + label // 5) * y))
        picture = 128 + 60 * wave + rng.normal(0, 30, (3, STORED, STORED))
        with open(path(folder, index), "wb") as file:
            file.write(np.clip(picture, 0, 255).astype(np.uint8).tobytes())


def read(name):
    """The bytes of one file, and the clock before open, between, after read."""
    begin = time.time_ns()
    handle = os.open(name, os.O_RDONLY)
    opened = time.time_ns()
    data = os.read(handle, SAMPLE_BYTES)
    done = time.time_ns()
    os.close(handle)
    if len(data) != SAMPLE_BYTES:
        raise RuntimeError(f"{name}: {len(data)} bytes, expected {SAMPLE_BYTES}")
    return data, (begin, opened, done)


def preprocess(data, rng):
    """Random crop, random mirror, to floating point around zero."""
    picture = np.frombuffer(data, np.uint8).reshape(3, STORED, STORED)
    top, left = rng.integers(0, STORED - IMAGE + 1, 2)
    picture = picture[:, top:top + IMAGE, left:left + IMAGE]
    if rng.integers(0, 2):
        picture = picture[:, :, ::-1]
    return (picture.astype(np.float32) - 128) / 64


class Loader:
    """One worker thread that keeps up to `prefetch` batches ready."""

    def __init__(self, folder, count, rank, world, batch, steps, prefetch, seed):
        self.folder, self.count, self.rank, self.world = folder, count, rank, world
        self.batch, self.steps, self.seed = batch, steps, seed
        self.slices = []                     # (category, name, begin_ns, end_ns, arguments)
        self.ready = queue.Queue(maxsize=prefetch)
        threading.Thread(target=self._work, daemon=True).start()

    def next(self):
        answer = self.ready.get()
        if isinstance(answer, Exception):
            raise answer
        return answer

    def _work(self):
        try:
            rng = np.random.default_rng([self.seed, self.rank])
            for step in range(self.steps):
                self.ready.put(self._load(step, rng))
        except Exception as error:           # the training thread reports it
            self.ready.put(error)

    def _load(self, step, rng):
        begin_batch = time.time_ns()
        pictures, labels = [], []
        for k in range(self.batch):
            index = ((step * self.world + self.rank) * self.batch + k) % self.count
            name = path(self.folder, index)
            data, (begin, opened, done) = read(name)
            pictures.append(preprocess(data, rng))
            ready = time.time_ns()
            labels.append(index % CLASSES)
            file = os.path.basename(name)
            self.slices += [("io", "open", begin, opened, {"file": file}),
                            ("io", "read", opened, done, {"file": file, "bytes": len(data)}),
                            ("user_annotation", "preprocess", done, ready, {})]
        batch = torch.from_numpy(np.stack(pictures)), torch.tensor(labels)
        self.slices.append(("user_annotation", "load batch", begin_batch, time.time_ns(),
                            {"step": step}))
        return batch
