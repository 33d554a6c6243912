// SPDX-License-Identifier: GPL-2.0-or-later
// DCTCP flows in ns-3, a program of its own: it links ns-3 (GPL 2) and nothing of Weir, and a test talks to it by pipe. Built
// where the ns-3 libraries are found, never installed.
//
// Standard input, words by line:
//   settings PAYLOAD INITIAL_WINDOW MARK LIMIT MIN_TIMEOUT_US   (bytes a segment, segments, packets, packets)
//   nodes COUNT
//   cable A B BITS_PER_SECOND LATENCY_PS                        (each a pair of links, in order)
//   flow FROM TO BYTES THERE... / BACK... /                     (nodes of the way there, then of the way back, ends included)
// Connections are opened at once; all flows start at one millisecond, when every handshake is over. A host hands its sockets a
// segment at a time, in turn, while fewer than two packets wait at its NIC: ns-3's sockets would else pile their windows up in
// the host, which marks and drops them there, where NICs and operating systems hold them back (Linux: TCP small queues).
// Standard output: "fct INDEX MICROSECONDS" a flow, as its last byte reaches the receiving application.
#include <algorithm>
#include <cstdint>
#include <iostream>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "ns3/core-module.h"
#include "ns3/internet-module.h"
#include "ns3/network-module.h"
#include "ns3/point-to-point-module.h"
#include "ns3/traffic-control-module.h"

namespace {

using Ends = std::pair<std::uint32_t, std::uint32_t>;  // addresses: source, destination

ns3::Ipv4Address addressOf(std::uint32_t node) { return ns3::Ipv4Address(0x0A000001U + node); }

// Knows for each pair of hosts the interface by which their packets leave this node; written before the start.
class GivenPaths final : public ns3::Ipv4RoutingProtocol {
 public:
  void set(std::uint32_t from, std::uint32_t to, std::uint32_t interface) { out_[{addressOf(from).Get(), addressOf(to).Get()}] = interface; }
  void own(std::uint32_t node) { self_ = addressOf(node); }

  ns3::Ptr<ns3::Ipv4Route> RouteOutput(ns3::Ptr<ns3::Packet>, const ns3::Ipv4Header& header, ns3::Ptr<ns3::NetDevice>, ns3::Socket::SocketErrno& error) override {
    error = ns3::Socket::ERROR_NOTERROR;
    return route(self_, header.GetDestination());
  }
  bool RouteInput(ns3::Ptr<const ns3::Packet> packet, const ns3::Ipv4Header& header, ns3::Ptr<const ns3::NetDevice> device, UnicastForwardCallback forward, MulticastForwardCallback,
                  LocalDeliverCallback deliver, ErrorCallback) override {
    if (header.GetDestination() == self_) {
      deliver(packet, header, static_cast<std::uint32_t>(ip_->GetInterfaceForDevice(device)));
      return true;
    }
    const auto way = route(header.GetSource(), header.GetDestination());
    if (way == nullptr) return false;
    forward(way, packet, header);
    return true;
  }
  void NotifyInterfaceUp(std::uint32_t) override {}
  void NotifyInterfaceDown(std::uint32_t) override {}
  void NotifyAddAddress(std::uint32_t, ns3::Ipv4InterfaceAddress) override {}
  void NotifyRemoveAddress(std::uint32_t, ns3::Ipv4InterfaceAddress) override {}
  void SetIpv4(ns3::Ptr<ns3::Ipv4> ip) override { ip_ = ip; }
  void PrintRoutingTable(ns3::Ptr<ns3::OutputStreamWrapper>, ns3::Time::Unit) const override {}

 private:
  [[nodiscard]] ns3::Ptr<ns3::Ipv4Route> route(ns3::Ipv4Address from, ns3::Ipv4Address to) const {
    const auto it = out_.find({from.Get(), to.Get()});
    if (it == out_.end()) return nullptr;
    auto r = ns3::Create<ns3::Ipv4Route>();
    r->SetSource(from);
    r->SetDestination(to);
    r->SetGateway(to);
    r->SetOutputDevice(ip_->GetNetDevice(it->second));
    return r;
  }
  ns3::Ptr<ns3::Ipv4> ip_;
  ns3::Ipv4Address self_;
  std::map<Ends, std::uint32_t> out_;
};

class GivenPathsHelper final : public ns3::Ipv4RoutingHelper {
 public:
  [[nodiscard]] GivenPathsHelper* Copy() const override { return new GivenPathsHelper(*this); }
  [[nodiscard]] ns3::Ptr<ns3::Ipv4RoutingProtocol> Create(ns3::Ptr<ns3::Node>) const override { return ns3::CreateObject<GivenPaths>(); }
};

struct Transfer {
  std::uint32_t from = 0, to = 0;
  std::uint64_t bytes = 0, received = 0;
  std::uint64_t written = 0, sent = 0;  // to the socket; by it, once at least
  double end_us = -1;
  ns3::Ptr<ns3::Socket> sender, listener, receiver;
};

struct Cable {
  std::uint32_t a = 0, b = 0;
  double bits = 0;
  std::int64_t latency_ps = 0;
};

struct Host {
  std::vector<Transfer*> flows;
  std::size_t turn = 0;
  ns3::Ptr<ns3::QueueDisc> waiting;
  bool asked = false;  // feed() is about to be called
};

struct Settings {
  std::uint32_t payload = 4044, window = 38, mark = 40, limit = 200;
  double timeout_us = 1000;
};

constexpr double kStart_us = 1000;

void feed(Host& h, std::uint32_t segment) {
  h.asked = false;
  if (ns3::Simulator::Now() < ns3::MicroSeconds(static_cast<std::uint64_t>(kStart_us))) return;  // handshakes
  for (std::size_t idle = 0; idle < h.flows.size() && h.waiting->GetNPackets() < 2;) {
    Transfer& t = *h.flows[h.turn];
    h.turn = (h.turn + 1) % h.flows.size();
    ++idle;
    if (t.written >= t.bytes || t.sent < t.written) continue;  // all given, or its window is closed
    const auto size = static_cast<std::uint32_t>(std::min<std::uint64_t>(segment, t.bytes - t.written));
    t.written += size;
    t.sender->Send(ns3::Create<ns3::Packet>(size));
    idle = 0;
  }
}

void ask(Host& h, std::uint32_t segment) {
  if (h.asked || h.flows.empty()) return;
  h.asked = true;
  ns3::Simulator::ScheduleNow([&h, segment] { feed(h, segment); });
}

void setDefaults(const Settings& s) {
  using namespace ns3;
  Config::SetDefault("ns3::TcpL4Protocol::SocketType", TypeIdValue(TcpDctcp::GetTypeId()));
  Config::SetDefault("ns3::TcpSocket::SegmentSize", UintegerValue(s.payload));
  Config::SetDefault("ns3::TcpSocket::InitialCwnd", UintegerValue(s.window));
  Config::SetDefault("ns3::TcpSocket::DelAckCount", UintegerValue(1));
  Config::SetDefault("ns3::TcpSocket::SndBufSize", UintegerValue(1U << 28));
  Config::SetDefault("ns3::TcpSocket::RcvBufSize", UintegerValue(1U << 28));
  Config::SetDefault("ns3::TcpSocketBase::UseEcn", StringValue("On"));
  Config::SetDefault("ns3::TcpSocketBase::MinRto", TimeValue(MicroSeconds(static_cast<std::uint64_t>(s.timeout_us))));
  Config::SetDefault("ns3::TcpSocketBase::ClockGranularity", TimeValue(MicroSeconds(10)));
}

}  // namespace

int main() {
  using namespace ns3;
  Settings settings;
  std::uint32_t nodeCount = 0;
  std::vector<Cable> cables;
  std::vector<Transfer> transfers;
  std::vector<std::vector<std::uint32_t>> ways;  // two a transfer
  for (std::string word; std::cin >> word;) {
    if (word == "settings") std::cin >> settings.payload >> settings.window >> settings.mark >> settings.limit >> settings.timeout_us;
    if (word == "nodes") std::cin >> nodeCount;
    if (word == "cable") {
      Cable c;
      std::cin >> c.a >> c.b >> c.bits >> c.latency_ps;
      cables.push_back(c);
    }
    if (word == "flow") {
      Transfer t;
      std::cin >> t.from >> t.to >> t.bytes;
      transfers.push_back(t);
      for (int i = 0; i < 2; ++i) {
        ways.emplace_back();
        for (std::string node; std::cin >> node && node != "/";) ways.back().push_back(static_cast<std::uint32_t>(std::stoul(node)));
      }
    }
  }
  Time::SetResolution(Time::PS);
  setDefaults(settings);

  NodeContainer nodes;
  nodes.Create(nodeCount);
  InternetStackHelper stack;
  stack.SetIpv6StackInstall(false);
  stack.SetRoutingHelper(GivenPathsHelper());
  stack.Install(nodes);
  const auto routing = [&nodes](std::uint32_t n) { return DynamicCast<GivenPaths>(nodes.Get(n)->GetObject<Ipv4>()->GetRoutingProtocol()); };
  for (std::uint32_t n = 0; n < nodeCount; ++n) routing(n)->own(n);

  // Marked as a step on the packets that wait, as DCTCP wants (Alizadeh et al., SIGCOMM 2010); one more waits in the device.
  std::map<Ends, std::uint32_t> interfaceTo;  // node, neighbour
  std::map<std::uint32_t, Host> hosts;
  for (Transfer& t : transfers) hosts[t.from].flows.push_back(&t);
  for (const Cable& c : cables) {
    PointToPointHelper link;
    link.SetDeviceAttribute("DataRate", DataRateValue(DataRate(static_cast<std::uint64_t>(c.bits))));
    link.SetDeviceAttribute("Mtu", UintegerValue(settings.payload + 52));
    link.SetChannelAttribute("Delay", TimeValue(PicoSeconds(static_cast<std::uint64_t>(c.latency_ps))));
    link.SetQueue("ns3::DropTailQueue", "MaxSize", StringValue("1p"));
    TrafficControlHelper queue;
    queue.SetRootQueueDisc("ns3::RedQueueDisc", "UseEcn", BooleanValue(true), "UseHardDrop", BooleanValue(false), "QW", DoubleValue(1), "MinTh", DoubleValue(settings.mark), "MaxTh",
                           DoubleValue(settings.mark), "MeanPktSize", UintegerValue(settings.payload + 54), "MaxSize",
                           QueueSizeValue(QueueSize(std::to_string(settings.limit) + "p")));
    NetDeviceContainer devices = link.Install(nodes.Get(c.a), nodes.Get(c.b));
    const QueueDiscContainer waiting = queue.Install(devices);
    for (std::uint32_t i = 0; i < 2; ++i) {
      const std::uint32_t self = i == 0 ? c.a : c.b, other = i == 0 ? c.b : c.a;
      Ptr<Ipv4> ip = nodes.Get(self)->GetObject<Ipv4>();
      const std::uint32_t at = ip->AddInterface(devices.Get(i));
      ip->AddAddress(at, Ipv4InterfaceAddress(addressOf(self), Ipv4Mask::GetOnes()));
      ip->SetUp(at);
      interfaceTo[{self, other}] = at;
      if (const auto h = hosts.find(self); h != hosts.end()) {
        h->second.waiting = waiting.Get(i);
        devices.Get(i)->TraceConnectWithoutContext("PhyTxEnd", Callback<void, Ptr<const Packet>>([&host = h->second, &settings](Ptr<const Packet>) { ask(host, settings.payload); }));
      }
    }
  }
  for (const auto& way : ways)
    for (std::size_t i = 0; i + 1 < way.size(); ++i) routing(way[i])->set(way.front(), way.back(), interfaceTo.at({way[i], way[i + 1]}));

  std::size_t left = transfers.size();
  for (std::size_t i = 0; i < transfers.size(); ++i) {
    Transfer& t = transfers[i];
    const auto port = static_cast<std::uint16_t>(10'000 + i);
    t.listener = Socket::CreateSocket(nodes.Get(t.to), TcpSocketFactory::GetTypeId());
    t.listener->Bind(InetSocketAddress(addressOf(t.to), port));
    t.listener->Listen();
    t.listener->SetAcceptCallback(MakeNullCallback<bool, Ptr<Socket>, const Address&>(), Callback<void, Ptr<Socket>, const Address&>([&t, &left](Ptr<Socket> s, const Address&) {
                                    t.receiver = s;
                                    s->SetRecvCallback(Callback<void, Ptr<Socket>>([&t, &left](Ptr<Socket> from) {
                                      while (Ptr<Packet> p = from->Recv()) {
                                        if (p->GetSize() == 0) break;
                                        t.received += p->GetSize();
                                      }
                                      if (t.end_us < 0 && t.received >= t.bytes) {
                                        t.end_us = Simulator::Now().ToDouble(Time::US) - kStart_us;
                                        if (--left == 0) Simulator::Stop();
                                      }
                                    }));
                                  }));
    t.sender = Socket::CreateSocket(nodes.Get(t.from), TcpSocketFactory::GetTypeId());
    t.sender->Bind(InetSocketAddress(addressOf(t.from), port));
    Simulator::Schedule(MicroSeconds(1), [&t, port] { t.sender->Connect(InetSocketAddress(addressOf(t.to), port)); });
    Host& host = hosts.at(t.from);
    t.sender->TraceConnectWithoutContext("Tx", Callback<void, Ptr<const Packet>, const TcpHeader&, Ptr<const TcpSocketBase>>(
                                                   [&t, &host, &settings](Ptr<const Packet> p, const TcpHeader& h, Ptr<const TcpSocketBase>) {
                                                     // Sequence numbers begin at 0 with the SYN; what is sent again raises nothing.
                                                     if (p->GetSize() > 0) t.sent = std::max<std::uint64_t>(t.sent, h.GetSequenceNumber().GetValue() - 1 + p->GetSize());
                                                     ask(host, settings.payload);
                                                   }));
    Simulator::Schedule(MicroSeconds(static_cast<std::uint64_t>(kStart_us)), [&host, &settings] { ask(host, settings.payload); });
  }
  Simulator::Stop(Seconds(10));
  Simulator::Run();
  for (std::size_t i = 0; i < transfers.size(); ++i) std::cout << "fct " << i << ' ' << transfers[i].end_us << '\n';
  Simulator::Destroy();
  return left == 0 ? 0 : 1;
}
