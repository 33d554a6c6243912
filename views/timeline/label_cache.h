// Slice names rendered once and blitted from then on: a thousand labels a frame cost a thousand small copies. GUI thread.
#pragma once

#include <QFont>
#include <QImage>
#include <QPainter>
#include <unordered_map>

#include "core/run/names.h"

namespace weir {

class LabelCache {
 public:
  // Forgets everything when the scale changes.
  void setScale(const QFont& font, double devicePixelRatio);
  // Draws a name into the device-pixel rectangle (left, top, width, height), cut with an ellipsis where it does not fit. Where it
  // stands then; empty when there was no room.
  QRect draw(QImage& target, int left, int top, int width, int height, const Names& names, NameId name, QRgb colour);
  void clear() { images_.clear(); }

 private:
  struct Label {
    QImage mask;  // Alpha8 coverage
    int width = 0;
  };
  const Label& label(const Names& names, NameId name);
  struct Key {
    const Names* names;
    NameId name;
    bool operator==(const Key& o) const { return names == o.names && name == o.name; }
  };
  struct Hash {
    std::size_t operator()(const Key& k) const { return std::hash<const void*>{}(k.names) ^ (std::size_t{k.name} * 0x9e3779b97f4a7c15ULL); }
  };
  Label render(const QString& text) const;

  QFont font_;
  double ratio_ = 0;
  std::unordered_map<Key, Label, Hash> images_;
  Label ellipsis_;
};

}  // namespace weir
