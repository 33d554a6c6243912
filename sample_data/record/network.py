# SPDX-License-Identifier: GPL-3.0-or-later
"""The small convolutional network, and what each of its layers costs."""
import torch
from torch import nn
import torch.nn.functional as F

IMAGE = 64      # pixels a side, after cropping
CLASSES = 10
# name, channels in, channels out, pixels a side, halve the image afterwards?
CONVOLUTIONS = [
    ("conv1", 3, 32, 64, False),
    ("conv2", 32, 64, 64, True),
    ("conv3", 64, 128, 32, True),
    ("conv4", 128, 256, 16, True),
    ("conv5", 256, 384, 8, False),
    ("conv6", 384, 384, 8, True),
    ("conv7", 384, 384, 4, False),
]


class SmallCnn(nn.Module):
    def __init__(self):
        super().__init__()
        for name, inputs, outputs, _, _ in CONVOLUTIONS:
            layer = nn.Conv2d(inputs, outputs, 3, padding=1)
            nn.init.kaiming_normal_(layer.weight, nonlinearity="relu")
            nn.init.zeros_(layer.bias)
            self.add_module(name, layer)
        self.fc = nn.Linear(CONVOLUTIONS[-1][2], CLASSES)

    def forward(self, x):
        for name, _, _, _, halve in CONVOLUTIONS:
            x = F.relu(getattr(self, name)(x))
            if halve:
                x = F.max_pool2d(x, 2)
        return self.fc(x.mean(dim=(2, 3)))


def layers():
    """One row a layer. A multiply and an add are two FLOP; bias, ReLU and
    pooling are not counted. activation_bytes is the layer's output in fp32."""
    rows = []
    for name, inputs, outputs, side, _ in CONVOLUTIONS:
        rows.append({"name": name,
                     "parameters": 9 * inputs * outputs + outputs,
                     "forward_flops": 2 * 9 * inputs * outputs * side * side,
                     "activation_bytes": 4 * outputs * side * side})
    width = CONVOLUTIONS[-1][2]
    rows.append({"name": "fc", "parameters": width * CLASSES + CLASSES,
                 "forward_flops": 2 * width * CLASSES,
                 "activation_bytes": 4 * CLASSES})
    assert sum(r["parameters"] for r in rows) == sum(p.numel() for p in SmallCnn().parameters())
    return rows


def make(seed):
    torch.manual_seed(seed)
    return SmallCnn()
