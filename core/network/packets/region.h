// A region plays the events of some switches and their hosts. What leaves for another region is mail, which is at least the
// window's length ahead of the clock, so that regions may run side by side through one window and exchange mail between.
// Internal to core/network.
#pragma once

#include <cstdint>
#include <vector>

#include "core/network/engine.h"
#include "core/network/packets/state.h"

namespace weir::net::packets {

struct Mail {
  enum class Kind : std::uint32_t { Packet, Credit, Pause, Resume };
  std::int64_t time;
  Hop hop;              // link and channel
  std::uint32_t value;  // packet, or bytes
  Kind kind;
};

class Region final : public Load, private Replies {
 public:
  Region(State& state, std::uint32_t id, std::uint32_t regions, unsigned wheelShift);

  // Takes the mail of the window before, then plays what happens before `until`.
  void run(const std::vector<std::unique_ptr<Region>>& regions, std::int64_t until);
  // Between windows:
  void beginWindow() { box_ ^= 1; }                // mail written from now on is read in the window after
  [[nodiscard]] std::int64_t next() const;         // not later than what happens next, mail included
  void wakeNic(std::uint32_t nic, std::int64_t time);
  struct Arrived {
    std::uint32_t slot;
    std::int64_t end;
  };
  std::vector<Arrived>& arrived() { return arrived_; }          // messages complete since it was emptied
  std::vector<std::uint32_t>& closing() { return closing_; }    // messages whose sender is through
  [[nodiscard]] const EngineStats& stats() const { return stats_; }
  [[nodiscard]] std::uint64_t events() const { return events_; }
  [[nodiscard]] std::uint32_t flying() const { return made_ - freed_; }  // only their sum over regions means something
  [[nodiscard]] bool outOfPackets() const { return outOfPackets_; }

  [[nodiscard]] std::int64_t queued(LinkId link) const override;

 private:
  enum Type : std::uint64_t { kPause, kResume, kArrive, kTimer, kStart };
  static std::uint64_t what(Type t, std::uint32_t id) { return (static_cast<std::uint64_t>(t) << 32) | id; }

  // region.cpp: switches and links
  void lookAhead();
  void arrive(LinkId link);
  void enqueue(Hop to, std::uint32_t packet, Packet& p);
  [[nodiscard]] bool admitted(Port& port, std::uint32_t& channel, std::uint32_t packet, Packet& p);
  void transmit(LinkId link, Port& port);
  void start(LinkId link, Port& port, std::uint32_t channel, std::uint32_t packet, Packet& p);
  void release(Hop in, std::uint32_t bytes);
  void giveCredit(Hop to, std::uint32_t bytes, std::int64_t time);
  void drainCredits(LinkId link, Port& port);
  void hold(Hop in, NodeId node, std::uint32_t bytes);
  void pauseChanged(Hop hop, bool on);
  void account(LinkId link, Port& port, std::int64_t duration);
  void wakeAt(LinkId link, Port& port, std::int64_t time);
  void wire(LinkId link, std::uint32_t packet, Packet& p);
  [[nodiscard]] std::int64_t limit(NodeId node) const;
  std::uint32_t make();
  void drop(std::uint32_t packet, Packet& p);
  void recycle(std::uint32_t packet, Packet& p);

  // region_nic.cpp: hosts
  void transmitNic(LinkId link, Port& port);
  [[nodiscard]] std::int64_t firstBegins(const Nic& nic) const;
  void activate(Nic& nic);
  bool takeCredited(LinkId link, Port& port, Nic& nic);
  bool takeFromSender(LinkId link, Port& port, Nic& nic, std::int64_t& wake);
  std::uint32_t newPacket(std::uint32_t slot, Message& m, std::uint32_t bytes);
  void chain(Nic& nic, Message& m, bool stays);
  void deliver(std::uint32_t packet, Packet& p);
  void comesBack(std::uint32_t packet, Packet& p);
  void timer(std::uint32_t slot);
  void senderChanged(std::uint32_t slot, Message& m);
  void send(const WirePacket& p, std::int64_t notBefore) override;
  [[nodiscard]] WirePacket seen(std::uint32_t packet, const Packet& p) const;

  State& s_;
  std::uint32_t id_;
  EventWheel wheel_;
  std::int64_t now_ = 0;
  unsigned box_ = 0;
  std::vector<std::vector<Mail>> out_[2];   // by region
  std::int64_t firstMail_[2] = {kNever, kNever};
  std::vector<std::uint32_t> free_;
  std::vector<Arrived> arrived_;
  std::vector<std::uint32_t> closing_;
  EngineStats stats_;
  std::uint64_t events_ = 0;
  std::uint32_t made_ = 0, freed_ = 0;
  bool outOfPackets_ = false;
  // While a receiver answers:
  std::uint32_t answering_ = kNone;
};

}  // namespace weir::net::packets
