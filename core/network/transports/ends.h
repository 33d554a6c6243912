// The ends of each transport, for the table in transport.cpp. One file a transport.
#pragma once

#include <memory>

#include "core/network/transport.h"

namespace weir::net {

[[nodiscard]] std::unique_ptr<Sender> dcqcnSender(const Channel& c);
[[nodiscard]] std::unique_ptr<Receiver> dcqcnReceiver(const Channel& c);
[[nodiscard]] std::unique_ptr<Sender> hpccSender(const Channel& c);
[[nodiscard]] std::unique_ptr<Receiver> hpccReceiver(const Channel& c);
[[nodiscard]] std::unique_ptr<Sender> swiftSender(const Channel& c);
[[nodiscard]] std::unique_ptr<Receiver> swiftReceiver(const Channel& c);
[[nodiscard]] std::unique_ptr<Sender> dctcpSender(const Channel& c);
[[nodiscard]] std::unique_ptr<Receiver> dctcpReceiver(const Channel& c);
[[nodiscard]] std::unique_ptr<Sender> ndpSender(const Channel& c);
[[nodiscard]] std::unique_ptr<Receiver> ndpReceiver(const Channel& c);
[[nodiscard]] std::unique_ptr<Sender> nsccSender(const Channel& c);
[[nodiscard]] std::unique_ptr<Receiver> nsccReceiver(const Channel& c);

}  // namespace weir::net
