// Makers of fields from an accessor that works on const and mutable scenarios alike: [](auto& s) -> auto& { return s.seed; }
#pragma once

#include <limits>
#include <QCoreApplication>
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <type_traits>

#include "views/scenario/field.h"
#include "views/scenario/field_units.h"

namespace weir::make {

struct Label {
  QString path, label, caption, help;
};

inline Field base(Field::Group group, Label l) {
  Field f;
  f.group = group;
  f.path = std::move(l.path);
  f.label = std::move(l.label);
  f.caption = std::move(l.caption);
  f.help = std::move(l.help);
  return f;
}

// A quantity with a unit.
template <class At>
Field quantity(Field::Group group, Label l, At at) {
  using Q = std::remove_cvref_t<decltype(at(std::declval<Scenario&>()))>;
  Field f = base(group, std::move(l));
  f.get = [at](const Scenario& s) { return fieldtext::text(at(s)); };
  f.set = [at](Scenario& s, const QString& text) -> Result<void> {
    const auto q = fieldtext::parse(text.toStdString(), Q{});
    if (!q) return tl::make_unexpected(q.error());
    at(s) = *q;
    return {};
  };
  return f;
}

// A whole number with what it counts ("32", "25 workers" is refused): `least` is the smallest allowed.
template <class At>
Field integer(Field::Group group, Label l, std::int64_t least, At at) {
  using N = std::remove_cvref_t<decltype(at(std::declval<Scenario&>()))>;
  Field f = base(group, std::move(l));
  f.get = [at](const Scenario& s) { return QString::number(at(s)); };
  f.set = [at, least](Scenario& s, const QString& text) -> Result<void> {
    bool ok = false;
    QString digits = text.trimmed();
    digits.remove(QChar(0x202f)).remove(u' ');
    const qlonglong v = digits.toLongLong(&ok);
    if (!ok)
      return fail(QCoreApplication::translate("ScenarioFields", "\"%1\" is not a whole number").arg(text).toStdString());
    if (v < least || v > static_cast<qlonglong>(std::min<long double>(std::numeric_limits<N>::max(), 1e15L)))
      return fail(QCoreApplication::translate("ScenarioFields", "%1 is out of range").arg(v).toStdString(), {},
                  QCoreApplication::translate("ScenarioFields", "at least %1").arg(least).toStdString());
    at(s) = static_cast<N>(v);
    return {};
  };
  return f;
}

template <class At>
Field choice(Field::Group group, Label l, At at, std::function<std::vector<std::pair<QString, QString>>(const Scenario&)> choices) {
  Field f = base(group, std::move(l));
  f.kind = Field::Kind::Choice;
  f.choices = std::move(choices);
  f.get = [at](const Scenario& s) { return QString::fromStdString(at(s)); };
  f.set = [at](Scenario& s, const QString& text) -> Result<void> {
    at(s) = text.toStdString();
    return {};
  };
  return f;
}

template <class At>
Field toggle(Field::Group group, Label l, At at) {
  Field f = base(group, std::move(l));
  f.kind = Field::Kind::Toggle;
  f.get = [at](const Scenario& s) { return at(s) ? QStringLiteral("true") : QStringLiteral("false"); };
  f.set = [at](Scenario& s, const QString& text) -> Result<void> {
    at(s) = text == QLatin1String("true");
    return {};
  };
  return f;
}

// Steps for a slider and the arrow keys. `values` ascend; `now` is the present one; distance is by ratio.
inline void steps(Field& f, std::function<std::vector<double>(const Scenario&)> values, std::function<double(const Scenario&)> now,
                  std::function<QString(double)> write, bool slider) {
  f.slider = slider;
  f.stops = [values, write](const Scenario& s) {
    QStringList out;
    for (const double v : values(s)) out << write(v);
    return out;
  };
  f.nearestStop = [values, now](const Scenario& s) {
    const std::vector<double> all = values(s);
    const double at = now(s);
    int best = -1;
    double least = 0;
    for (std::size_t i = 0; i < all.size(); ++i) {
      const double d = all[i] > 0 && at > 0 ? std::abs(std::log(all[i] / at)) : std::abs(all[i] - at);
      if (best < 0 || d < least) {
        best = static_cast<int>(i);
        least = d;
      }
    }
    return best;
  };
}

// 1, 2, 4, ... within [least, most].
inline std::vector<double> doublings(double least, double most) {
  std::vector<double> v;
  for (double x = least; x <= most; x *= 2) v.push_back(x);
  return v;
}

}  // namespace weir::make
