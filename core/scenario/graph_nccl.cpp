#include <array>
#include <map>
#include <vector>

#include "core/scenario/graph_xml.h"

namespace weir {
namespace {

// GB/s, as NCCL's search for rings and trees takes them (NCCL 2.2x, src/graph/topo.h and topo.cc; RCCL's for xGMI).
double pcie(const pugi::xml_node& pci) {
  constexpr std::array<std::pair<std::string_view, double>, 6> kLane{{{"2.5 GT/s", 15}, {"5", 30}, {"8", 60}, {"16", 120}, {"32", 240}, {"64", 480}}};  // 100 Mb/s
  const std::string_view speed = pci.attribute("link_speed").as_string();
  double lane = 60;  // unknown: generation 3
  for (const auto& [text, value] : kLane)
    if (speed.starts_with(text) && (text.size() > 2 || speed.size() == text.size() || speed[text.size()] == ' ' || speed[text.size()] == '.')) lane = value;
  const int width = pci.attribute("link_width").as_int();
  return lane * (width > 0 ? width : 16) / 80;
}

double nvlink(int sm) { return sm >= 100 ? 40.1 : sm >= 90 ? 20.6 : sm == 86 ? 12 : sm >= 70 ? 20 : sm >= 60 ? 18 : 20; }

double xgmi(std::string_view gcn) {
  if (gcn.starts_with("gfx")) gcn.remove_prefix(3);
  if (gcn.starts_with("94") || gcn.starts_with("95")) return 48;
  return gcn == "910" || gcn == "90a" ? 36 : 24;
}

double betweenCpus(const pugi::xml_node& cpu) {
  const std::string_view arch = cpu.attribute("arch").as_string(), vendor = cpu.attribute("vendor").as_string();
  if (arch == "ppc64") return 32;
  if (arch == "arm64") return 6;
  const int family = cpu.attribute("familyid").as_int(), model = cpu.attribute("modelid").as_int();
  if (vendor == "AuthenticAMD") return family >= 191 ? 32 : family >= 175 ? 24 : 16;
  if (vendor == "GenuineIntel") return model >= 143 ? 22 : model >= 85 ? 10 : 6;
  return 6;
}

Bandwidth gigabytes(double v) { return Bandwidth::bytesPerSecond(v * 1e9); }

class System {
 public:
  System(const XmlSource& source) : source_(source) {}

  Result<NetworkGraph> read(const pugi::xml_node& system) {
    std::vector<std::string> cpus;
    double between = 0;
    for (const pugi::xml_node& cpu : system.children("cpu")) {
      const std::string name = fmt::format("cpu {}", cpu.attribute("numaid").as_string(std::to_string(cpus.size()).c_str()));
      if (!names_.emplace(name, 0).second) return source_.error(cpu, fmt::format("there are two of {}", name), "a topology of several nodes is not read: give one node's");
      between = betweenCpus(cpu);
      for (const std::string& other : cpus) d_.cable(other, name, gigabytes(between), Time());
      cpus.push_back(name);
      if (auto ok = children(cpu, name); !ok) return tl::make_unexpected(ok.error());
    }
    if (cpus.empty()) return source_.error(system, "the system has no cpu", "give what NCCL_TOPO_DUMP_FILE writes");
    if (d_.graph.hosts.empty()) return source_.error(system, "the system has no GPU", "give the topology of a node with GPUs");
    if (auto ok = links(); !ok) return tl::make_unexpected(ok.error());
    return std::move(d_.graph);
  }

 private:
  struct Gpu {
    pugi::xml_node at;  // the gpu element, or the PCI device where there is none
    std::string name, cpu;
  };

  Result<void> children(const pugi::xml_node& parent, const std::string& above) {
    for (const pugi::xml_node& child : parent.children()) {
      const std::string_view kind = child.name();
      if (d_.full()) return source_.error(child, "the system is too large");
      if (kind == "pci") {
        if (auto ok = device(child, above); !ok) return ok;
      } else if (kind == "nic") {
        nic(child, above, 0);
      }
    }
    return {};
  }

  Result<void> device(const pugi::xml_node& pci, const std::string& above) {
    const std::string bus = pci.attribute("busid").as_string(), name = "pci " + bus;
    if (bus.empty()) return source_.error(pci, "a PCI device has no busid", "give what NCCL_TOPO_DUMP_FILE writes");
    if (!names_.emplace(name, 0).second) return source_.error(pci, fmt::format("there are two devices at {}", bus), "give each its busid");
    const double speed = pcie(pci);
    d_.cable(name, above, gigabytes(speed), Time());
    const std::string_view type = pci.attribute("class").as_string();
    if (const pugi::xml_node gpu = pci.child("gpu")) {
      host(gpu, pci, fmt::format("gpu {}", gpu.attribute("dev").as_string(bus.c_str())), speed);
    } else if (!pci.child("pci") && !pci.child("nic") && (type.starts_with("0x0302") || type.starts_with("0x0380") || type.starts_with("0x1200"))) {
      host(pci, pci, "gpu " + bus, speed);  // 3D controller, display, processing accelerator
    } else if (!pci.child("pci") && !pci.child("nic") && type.starts_with("0x02")) {
      d_.cable("nic " + bus, name, gigabytes(speed), Time());
    }
    if (const pugi::xml_node n = pci.child("nic")) nic(n, name, speed);
    for (const pugi::xml_node& below : pci.children("pci"))
      if (auto ok = device(below, name); !ok) return ok;
    return {};
  }

  // A GPU at its own PCI device, so that the way over PCIe is longer than one over NVLink.
  void host(const pugi::xml_node& at, const pugi::xml_node& pci, std::string name, double speed) {
    if (!names_.emplace(name, 0).second) name += fmt::format(" at {}", pci.attribute("busid").as_string());
    d_.graph.hosts.push_back(name);
    const std::string bus = pci.attribute("busid").as_string();
    d_.cable(name, "pci " + bus, gigabytes(speed), Time());
    pugi::xml_node cpu = pci;
    while (cpu.parent() && std::string_view(cpu.name()) != "cpu") cpu = cpu.parent();
    gpus_[bus] = {at, name, fmt::format("cpu {}", cpu.attribute("numaid").as_string("0"))};
    order_.push_back(bus);
  }

  // Its speed is the network's, in Mb/s; one that is out of all reason (some write kb/s) is as its PCI device.
  void nic(const pugi::xml_node& nic, const std::string& above, double speed) {
    for (const pugi::xml_node& net : nic.children("net")) {
      const double given = net.attribute("speed").as_double() / 8000;
      const double fast = given > 0 && given <= 1000 ? given : speed;
      if (fast > 0) d_.cable(fmt::format("nic {}", net.attribute("name").as_string("?")), above, gigabytes(fast), Time());
    }
  }

  Result<void> links() {
    std::map<std::pair<std::string, std::string>, double> pairs;  // both name one another: the fewer links count
    for (const std::string& bus : order_) {
      const Gpu& g = gpus_.at(bus);
      for (const pugi::xml_node& l : g.at.children()) {
        const std::string_view kind = l.name();
        if (kind != "nvlink" && kind != "xgmi") continue;
        const double speed = l.attribute("count").as_int(1) * (kind == "nvlink" ? nvlink(g.at.attribute("sm").as_int()) : xgmi(g.at.attribute("gcn").as_string()));
        const std::string target = l.attribute("target").as_string();
        const std::string_view type = l.attribute("tclass").as_string();
        if (!(speed > 0)) return source_.error(l, "the link's count is not positive", "give 1 or more");
        if (target == bus) continue;
        if (const auto it = gpus_.find(target); it != gpus_.end()) {
          const auto [at, fresh] = pairs.emplace(std::minmax(bus, target), speed);
          if (!fresh) at->second = std::min(at->second, speed);
        } else if (type.starts_with("0x0680") && !type.starts_with("0x068001")) {
          d_.cable(g.name, "nvswitch", gigabytes(speed), Time());  // all of them as one, as NCCL has it
        } else if (type.starts_with("0x068001") || type.starts_with("0x0604") || type.empty()) {
          d_.cable(g.name, g.cpu, gigabytes(speed), Time());
        } else {
          return source_.error(l, fmt::format("there is no device at {}", target), "correct the target");
        }
      }
    }
    for (const auto& [ends, speed] : pairs) d_.cable(gpus_.at(ends.first).name, gpus_.at(ends.second).name, gigabytes(speed), Time());
    return {};
  }

  const XmlSource& source_;
  GraphDrawing d_;
  std::map<std::string, int> names_;
  std::map<std::string, Gpu> gpus_;  // by bus
  std::vector<std::string> order_;
};

}  // namespace

Result<NetworkGraph> ncclGraph(const pugi::xml_node& system, const XmlSource& source) { return System(source).read(system); }

}  // namespace weir
