#include "app/gui/documents/autosave.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QLockFile>
#include <QUuid>

namespace weir {
namespace {
const char* const kEnds[] = {"", "-wal", "-shm", ".lock"};
}

Autosave::Autosave(const QString& folder) {
  if (folder.isEmpty() || !QDir().mkpath(folder)) return;
  const QString id = QUuid::createUuid().toString(QUuid::Id128).left(12);
  const QString path = QDir(folder).filePath(QStringLiteral("work-%1.weir").arg(id));
  lock_ = std::make_unique<QLockFile>(path + QStringLiteral(".lock"));
  lock_->setStaleLockTime(0);  // held as long as the program lives, however long that is
  if (lock_->tryLock(0)) path_ = path;
}

Autosave::~Autosave() = default;

void Autosave::swap(Autosave& other) noexcept {
  path_.swap(other.path_);
  lock_.swap(other.lock_);
}

void Autosave::remove() {
  if (path_.isEmpty()) return;
  lock_.reset();
  forget(path_);
  path_.clear();
}

void Autosave::release() { lock_.reset(); }

std::vector<Autosave::Left> Autosave::leftBehind(const QString& folder) {
  std::vector<Left> out;
  for (const QFileInfo& f : QDir(folder).entryInfoList({QStringLiteral("work-*.weir")}, QDir::Files, QDir::Time)) {
    if (f.size() == 0) continue;
    QLockFile lock(f.filePath() + QStringLiteral(".lock"));
    lock.setStaleLockTime(0);
    if (!lock.tryLock(0)) continue;  // a window that is alive
    out.push_back({f.filePath(), f.lastModified()});
  }
  return out;
}

void Autosave::forget(const QString& path) {
  for (const char* end : kEnds) QFile::remove(path + QString::fromLatin1(end));
}

void Autosave::keepNewest(const QString& folder, int count) {
  const std::vector<Left> left = leftBehind(folder);
  for (std::size_t i = std::size_t(count); i < left.size(); ++i) forget(left[i].path);
}

}  // namespace weir
