// Quantities as types, so that bits and bytes, or microseconds and seconds, never mix by accident.
// Time is whole picoseconds in 64 bits: +-106 days. Longer spans (time to target) are doubles named ..._s.
#pragma once

#include <cmath>
#include <compare>
#include <cstdint>

namespace weir {

class Time {
 public:
  constexpr Time() = default;
  static constexpr Time ps(std::int64_t v) { return Time(v); }
  static constexpr Time ns(std::int64_t v) { return Time(v * 1'000); }
  static constexpr Time us(std::int64_t v) { return Time(v * 1'000'000); }
  static constexpr Time ms(std::int64_t v) { return Time(v * 1'000'000'000); }
  // Rounds to the nearest picosecond; saturates beyond +-106 days.
  static Time seconds(double s) {
    const double v = s * 1e12;
    if (!(v < 9.2e18)) return Time(INT64_MAX);
    if (v < -9.2e18) return Time(INT64_MIN);
    return Time(std::llround(v));
  }
  [[nodiscard]] constexpr std::int64_t toPs() const { return ps_; }
  [[nodiscard]] constexpr double toNs() const { return static_cast<double>(ps_) * 1e-3; }
  [[nodiscard]] constexpr double toUs() const { return static_cast<double>(ps_) * 1e-6; }
  [[nodiscard]] constexpr double toMs() const { return static_cast<double>(ps_) * 1e-9; }
  [[nodiscard]] constexpr double toSeconds() const { return static_cast<double>(ps_) * 1e-12; }
  constexpr auto operator<=>(const Time&) const = default;
  friend constexpr Time operator+(Time a, Time b) { return Time(a.ps_ + b.ps_); }
  friend constexpr Time operator-(Time a, Time b) { return Time(a.ps_ - b.ps_); }
  friend constexpr Time operator*(Time a, std::int64_t k) { return Time(a.ps_ * k); }
  constexpr Time& operator+=(Time b) { ps_ += b.ps_; return *this; }
  constexpr Time& operator-=(Time b) { ps_ -= b.ps_; return *this; }

 private:
  explicit constexpr Time(std::int64_t v) : ps_(v) {}
  std::int64_t ps_ = 0;
};

class Bytes {
 public:
  constexpr Bytes() = default;
  static constexpr Bytes of(std::int64_t v) { return Bytes(v); }
  [[nodiscard]] constexpr std::int64_t count() const { return v_; }
  [[nodiscard]] constexpr double toDouble() const { return static_cast<double>(v_); }
  constexpr auto operator<=>(const Bytes&) const = default;
  friend constexpr Bytes operator+(Bytes a, Bytes b) { return Bytes(a.v_ + b.v_); }
  friend constexpr Bytes operator-(Bytes a, Bytes b) { return Bytes(a.v_ - b.v_); }
  constexpr Bytes& operator+=(Bytes b) { v_ += b.v_; return *this; }

 private:
  explicit constexpr Bytes(std::int64_t v) : v_(v) {}
  std::int64_t v_ = 0;
};

// A double with a dimension. The tag tells two dimensions apart; each maker and reader names its unit.
template <class Tag>
class Real {
 public:
  constexpr Real() = default;
  explicit constexpr Real(double v) : v_(v) {}
  constexpr auto operator<=>(const Real&) const = default;
  friend constexpr Real operator+(Real a, Real b) { return Real(a.v_ + b.v_); }
  friend constexpr Real operator-(Real a, Real b) { return Real(a.v_ - b.v_); }
  friend constexpr Real operator*(Real a, double k) { return Real(a.v_ * k); }
  friend constexpr double operator/(Real a, Real b) { return a.v_ / b.v_; }
  [[nodiscard]] constexpr double raw() const { return v_; }

 private:
  double v_ = 0;
};

struct Bandwidth : Real<struct BandwidthTag> {  // raw: bits per second
  using Real::Real;
  constexpr Bandwidth(Real<BandwidthTag> r) : Real(r) {}
  static constexpr Bandwidth bitsPerSecond(double v) { return Bandwidth(v); }
  static constexpr Bandwidth bytesPerSecond(double v) { return Bandwidth(v * 8); }
  [[nodiscard]] constexpr double toBitsPerSecond() const { return raw(); }
  [[nodiscard]] constexpr double toBytesPerSecond() const { return raw() / 8; }
};
struct FlopRate : Real<struct FlopRateTag> {  // raw: FLOP per second
  using Real::Real;
  constexpr FlopRate(Real<FlopRateTag> r) : Real(r) {}
  static constexpr FlopRate perSecond(double v) { return FlopRate(v); }
  [[nodiscard]] constexpr double toFlopPerSecond() const { return raw(); }
};
struct Frequency : Real<struct FrequencyTag> {
  using Real::Real;
  constexpr Frequency(Real<FrequencyTag> r) : Real(r) {}
  static constexpr Frequency hertz(double v) { return Frequency(v); }
  [[nodiscard]] constexpr double toHertz() const { return raw(); }
};
struct Power : Real<struct PowerTag> {
  using Real::Real;
  constexpr Power(Real<PowerTag> r) : Real(r) {}
  static constexpr Power watts(double v) { return Power(v); }
  [[nodiscard]] constexpr double toWatts() const { return raw(); }
};
struct Energy : Real<struct EnergyTag> {
  using Real::Real;
  constexpr Energy(Real<EnergyTag> r) : Real(r) {}
  static constexpr Energy joules(double v) { return Energy(v); }
  [[nodiscard]] constexpr double toJoules() const { return raw(); }
};
struct EventRate : Real<struct EventRateTag> {  // messages, opens, ... per second
  using Real::Real;
  constexpr EventRate(Real<EventRateTag> r) : Real(r) {}
  static constexpr EventRate perSecond(double v) { return EventRate(v); }
  [[nodiscard]] constexpr double toPerSecond() const { return raw(); }
};
struct CarbonIntensity : Real<struct CarbonTag> {  // raw: gram CO2 per kWh
  using Real::Real;
  constexpr CarbonIntensity(Real<CarbonTag> r) : Real(r) {}
  static constexpr CarbonIntensity gramsPerKwh(double v) { return CarbonIntensity(v); }
  [[nodiscard]] constexpr double toGramsPerKwh() const { return raw(); }
};

// Time to put `b` on a wire of rate `bw`, rounded up to whole picoseconds. bw must be positive.
inline Time serialization(Bytes b, Bandwidth bw) {
  return Time::ps(static_cast<std::int64_t>(std::ceil(b.toDouble() * 8e12 / bw.toBitsPerSecond() - 1e-6)));
}

}  // namespace weir
