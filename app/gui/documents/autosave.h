// Where the work of a window is kept while it is not saved: one study a window in the autosave folder, with a lock beside
// it. A study whose lock nobody holds was left by a program that ended without removing it: it can be restored.
#pragma once

#include <QDateTime>
#include <QString>
#include <memory>
#include <vector>

class QLockFile;

namespace weir {

class Autosave {
 public:
  explicit Autosave(const QString& folder);  // empty = off
  ~Autosave();
  Autosave(const Autosave&) = delete;
  Autosave& operator=(const Autosave&) = delete;

  [[nodiscard]] QString path() const { return path_; }  // empty = off, or the folder cannot be written
  void swap(Autosave& other) noexcept;
  void remove();   // nothing worth keeping
  void release();  // keep the file for the next start

  struct Left {
    QString path;
    QDateTime when;
  };
  [[nodiscard]] static std::vector<Left> leftBehind(const QString& folder);  // newest first
  static void forget(const QString& path);
  static void keepNewest(const QString& folder, int count);

 private:
  QString path_;
  std::unique_ptr<QLockFile> lock_;
};

}  // namespace weir
