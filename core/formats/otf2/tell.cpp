// The library's side, run in a process of its own: every callback becomes a record.
#include <otf2/otf2.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "core/formats/otf2/wire.h"

namespace weir::otf2 {
namespace {

class Teller {
 public:
  explicit Teller(int fd) : fd_(fd) { buffer_.reserve(kBuffer + 65536); }
  template <std::size_t N>
  void put(Header h, const std::array<std::uint64_t, N>& values, std::string_view text = {}) {
    text = text.substr(0, kMostText);
    h.values = N;
    h.text = static_cast<std::uint32_t>(text.size());
    buffer_.append(reinterpret_cast<const char*>(&h), sizeof h);
    if constexpr (N > 0) buffer_.append(reinterpret_cast<const char*>(values.data()), N * 8);
    buffer_.append(text);
    if (buffer_.size() >= kBuffer) flush();
  }
  void flush() {
    std::string_view rest = buffer_;
    while (!rest.empty()) {
      const ssize_t n = ::write(fd_, rest.data(), rest.size());
      if (n < 0 && errno == EINTR) continue;
      if (n < 0) ::_exit(3);  // nobody listens any more
      rest.remove_prefix(static_cast<std::size_t>(n));
    }
    buffer_.clear();
  }
  [[nodiscard]] bool firstProblems() { return problems_++ < 8; }
  std::vector<std::uint64_t> locations;

 private:
  static constexpr std::size_t kBuffer = 1U << 18;
  int fd_;
  int problems_ = 0;
  std::string buffer_;
};

Teller& teller(void* user) { return *static_cast<Teller*>(user); }

// One function for all callbacks that carry plain values; the library's callback type tells Args.
template <Event E, class... Args>
OTF2_CallbackCode on(OTF2_LocationRef location, OTF2_TimeStamp time, void* user, OTF2_AttributeList* /*attributes*/, Args... args) {
  teller(user).put({Record::Event, 0, static_cast<std::uint16_t>(E), 0, location, time},
                   std::array<std::uint64_t, sizeof...(Args)>{static_cast<std::uint64_t>(args)...});
  return OTF2_CALLBACK_SUCCESS;
}
template <Record R, class... Args>
OTF2_CallbackCode defined(void* user, Args... args) {
  teller(user).put({R, 0, 0, 0, 0, 0}, std::array<std::uint64_t, sizeof...(Args)>{static_cast<std::uint64_t>(args)...});
  return OTF2_CALLBACK_SUCCESS;
}

OTF2_CallbackCode onMetric(OTF2_LocationRef location, OTF2_TimeStamp time, void* user, OTF2_AttributeList* /*attributes*/,
                           OTF2_MetricRef metric, std::uint8_t n, const OTF2_Type* types, const OTF2_MetricValue* values) {
  std::string list;
  for (unsigned i = 0; i < n; ++i) {
    const std::uint64_t pair[2] = {types[i], values[i].unsigned_int};
    list.append(reinterpret_cast<const char*>(pair), sizeof pair);
  }
  teller(user).put({Record::Event, 0, static_cast<std::uint16_t>(Event::Metric), 0, location, time}, std::array<std::uint64_t, 1>{metric}, list);
  return OTF2_CALLBACK_SUCCESS;
}
OTF2_CallbackCode onProgramBegin(OTF2_LocationRef location, OTF2_TimeStamp time, void* user, OTF2_AttributeList* /*attributes*/,
                                 OTF2_StringRef program, std::uint32_t /*n*/, const OTF2_StringRef* /*arguments*/) {
  teller(user).put({Record::Event, 0, static_cast<std::uint16_t>(Event::ProgramBegin), 0, location, time}, std::array<std::uint64_t, 1>{program});
  return OTF2_CALLBACK_SUCCESS;
}
OTF2_CallbackCode onString(void* user, OTF2_StringRef self, const char* text) {
  teller(user).put({Record::String, 0, 0, 0, 0, 0}, std::array<std::uint64_t, 1>{self}, text == nullptr ? "" : text);
  return OTF2_CALLBACK_SUCCESS;
}
OTF2_CallbackCode onLocation(void* user, OTF2_LocationRef self, OTF2_StringRef name, OTF2_LocationType type, std::uint64_t events,
                             OTF2_LocationGroupRef group) {
  teller(user).locations.push_back(self);
  return defined<Record::Location>(user, self, name, type, events, group);
}
template <class T>
std::string eightBytes(const T* members, std::size_t n) {
  std::string list;
  for (std::size_t i = 0; i < n; ++i) {
    const std::uint64_t m = members[i];
    list.append(reinterpret_cast<const char*>(&m), sizeof m);
  }
  return list;
}
OTF2_CallbackCode onGroup(void* user, OTF2_GroupRef self, OTF2_StringRef name, OTF2_GroupType type, OTF2_Paradigm paradigm,
                          OTF2_GroupFlag flags, std::uint32_t n, const std::uint64_t* members) {
  teller(user).put({Record::Group, 0, 0, 0, 0, 0}, std::array<std::uint64_t, 5>{self, name, type, paradigm, flags}, eightBytes(members, n));
  return OTF2_CALLBACK_SUCCESS;
}
OTF2_CallbackCode onMetricClass(void* user, OTF2_MetricRef self, std::uint8_t n, const OTF2_MetricMemberRef* members,
                                OTF2_MetricOccurrence occurrence, OTF2_RecorderKind kind) {
  teller(user).put({Record::MetricClass, 0, 0, 0, 0, 0}, std::array<std::uint64_t, 3>{self, occurrence, kind}, eightBytes(members, n));
  return OTF2_CALLBACK_SUCCESS;
}
OTF2_CallbackCode onIoParadigm(void* user, OTF2_IoParadigmRef self, OTF2_StringRef identification, OTF2_StringRef name,
                               OTF2_IoParadigmClass /*kind*/, OTF2_IoParadigmFlag /*flags*/, std::uint8_t /*n*/,
                               const OTF2_IoParadigmProperty* /*properties*/, const OTF2_Type* /*types*/,
                               const OTF2_AttributeValue* /*values*/) {
  return defined<Record::IoParadigm>(user, self, identification, name);
}
OTF2_CallbackCode onDefMarker(void* user, OTF2_MarkerRef self, const char* group, const char* category, OTF2_MarkerSeverity /*severity*/) {
  const std::string text = std::string(group == nullptr ? "" : group) + "\n" + (category == nullptr ? "" : category);
  teller(user).put({Record::MarkerDefinition, 0, 0, 0, 0, 0}, std::array<std::uint64_t, 1>{self}, text);
  return OTF2_CALLBACK_SUCCESS;
}
OTF2_CallbackCode onMarker(void* user, OTF2_TimeStamp time, OTF2_TimeStamp duration, OTF2_MarkerRef marker, OTF2_MarkerScope scope,
                           std::uint64_t scopeRef, const char* text) {
  teller(user).put({Record::Marker, 0, 0, 0, 0, time}, std::array<std::uint64_t, 4>{marker, duration, scope, scopeRef}, text == nullptr ? "" : text);
  return OTF2_CALLBACK_SUCCESS;
}

OTF2_ErrorCode onError(void* user, const char* /*file*/, std::uint64_t /*line*/, const char* /*function*/, OTF2_ErrorCode code,
                       const char* format, va_list arguments) {
  Teller& t = teller(user);
  if (!t.firstProblems()) return code;
  std::array<char, 512> message{};
  if (format != nullptr) std::vsnprintf(message.data(), message.size(), format, arguments);
  const char* description = OTF2_Error_GetDescription(code);
  const std::string text = std::string(description == nullptr ? "" : description) + (message[0] != 0 ? ": " : "") + message.data();
  t.put({Record::Problem, 0, 0, 0, 0, 0}, std::array<std::uint64_t, 0>{}, text);
  t.flush();
  return code;
}

void info(Teller& t, std::string_view key, const char* value) {
  if (value != nullptr && *value != 0) t.put({Record::Info, 0, 0, 0, 0, 0}, std::array<std::uint64_t, 0>{}, std::string(key) + "\n" + value);
}

void tellHead(Teller& t, OTF2_Reader* reader) {
  char* text = nullptr;
  if (OTF2_Reader_GetCreator(reader, &text) == OTF2_SUCCESS) info(t, "creator", text);
  std::free(text);
  text = nullptr;
  if (OTF2_Reader_GetMachineName(reader, &text) == OTF2_SUCCESS) info(t, "machine", text);
  std::free(text);
  text = nullptr;
  if (OTF2_Reader_GetDescription(reader, &text) == OTF2_SUCCESS) info(t, "description", text);
  std::free(text);
  std::uint8_t major = 0;
  std::uint8_t minor = 0;
  std::uint8_t bugfix = 0;
  if (OTF2_Reader_GetVersion(reader, &major, &minor, &bugfix) == OTF2_SUCCESS)
    info(t, "OTF2 version", (std::to_string(major) + "." + std::to_string(minor) + "." + std::to_string(bugfix)).c_str());
}

bool tellDefinitions(Teller& t, OTF2_Reader* reader) {
  OTF2_GlobalDefReader* definitions = OTF2_Reader_GetGlobalDefReader(reader);
  if (definitions == nullptr) return false;
  OTF2_GlobalDefReaderCallbacks* c = OTF2_GlobalDefReaderCallbacks_New();
  OTF2_GlobalDefReaderCallbacks_SetClockPropertiesCallback(c, &defined<Record::Clock>);
  OTF2_GlobalDefReaderCallbacks_SetStringCallback(c, onString);
  OTF2_GlobalDefReaderCallbacks_SetSystemTreeNodeCallback(c, &defined<Record::TreeNode>);
  OTF2_GlobalDefReaderCallbacks_SetLocationGroupCallback(c, &defined<Record::LocationGroup>);
  OTF2_GlobalDefReaderCallbacks_SetLocationCallback(c, onLocation);
  OTF2_GlobalDefReaderCallbacks_SetRegionCallback(c, &defined<Record::Region>);
  OTF2_GlobalDefReaderCallbacks_SetGroupCallback(c, onGroup);
  OTF2_GlobalDefReaderCallbacks_SetCommCallback(c, &defined<Record::Comm>);
  OTF2_GlobalDefReaderCallbacks_SetInterCommCallback(c, &defined<Record::InterComm>);
  OTF2_GlobalDefReaderCallbacks_SetMetricMemberCallback(c, &defined<Record::MetricMember>);
  OTF2_GlobalDefReaderCallbacks_SetMetricClassCallback(c, onMetricClass);
  OTF2_GlobalDefReaderCallbacks_SetMetricInstanceCallback(c, &defined<Record::MetricInstance>);
  OTF2_GlobalDefReaderCallbacks_SetParameterCallback(c, &defined<Record::Parameter>);
  OTF2_GlobalDefReaderCallbacks_SetRmaWinCallback(c, &defined<Record::RmaWin>);
  OTF2_GlobalDefReaderCallbacks_SetIoParadigmCallback(c, onIoParadigm);
  OTF2_GlobalDefReaderCallbacks_SetIoRegularFileCallback(c, &defined<Record::IoFile>);
  OTF2_GlobalDefReaderCallbacks_SetIoDirectoryCallback(c, &defined<Record::IoFile>);
  OTF2_GlobalDefReaderCallbacks_SetIoHandleCallback(c, &defined<Record::IoHandle>);
  OTF2_GlobalDefReaderCallbacks_SetCallingContextCallback(c, &defined<Record::CallingContext>);
  bool good = OTF2_Reader_RegisterGlobalDefCallbacks(reader, definitions, c, &t) == OTF2_SUCCESS;
  OTF2_GlobalDefReaderCallbacks_Delete(c);
  std::uint64_t n = 0;
  good = good && OTF2_Reader_ReadAllGlobalDefinitions(reader, definitions, &n) == OTF2_SUCCESS;
  OTF2_Reader_CloseGlobalDefReader(reader, definitions);
  return good;
}

void tellEvents(Teller& t, OTF2_Reader* reader, const std::string& folder) {
  for (const std::uint64_t location : t.locations) OTF2_Reader_SelectLocation(reader, location);
  // Local definitions (id mappings, clock offsets) are optional.
  const bool local = OTF2_Reader_OpenDefFiles(reader) == OTF2_SUCCESS;
  OTF2_Reader_OpenEvtFiles(reader);
  for (const std::uint64_t location : t.locations) {
    if (local && ::access((folder + "/" + std::to_string(location) + ".def").c_str(), R_OK) == 0) {
      if (OTF2_DefReader* d = OTF2_Reader_GetDefReader(reader, location)) {
        std::uint64_t n = 0;
        OTF2_Reader_ReadAllLocalDefinitions(reader, d, &n);
        OTF2_Reader_CloseDefReader(reader, d);
      }
    }
    OTF2_Reader_GetEvtReader(reader, location);
  }
  if (local) OTF2_Reader_CloseDefFiles(reader);
  OTF2_GlobalEvtReader* events = OTF2_Reader_GetGlobalEvtReader(reader);
  if (events == nullptr) return;
  OTF2_GlobalEvtReaderCallbacks* c = OTF2_GlobalEvtReaderCallbacks_New();
  OTF2_GlobalEvtReaderCallbacks_SetMetricCallback(c, onMetric);
  OTF2_GlobalEvtReaderCallbacks_SetProgramBeginCallback(c, onProgramBegin);
#define SET(name) OTF2_GlobalEvtReaderCallbacks_Set##name##Callback(c, &on<Event::name>);
  SET(BufferFlush) SET(MeasurementOnOff) SET(Enter) SET(Leave) SET(MpiSend) SET(MpiIsend) SET(MpiIsendComplete)
  SET(MpiIrecvRequest) SET(MpiRecv) SET(MpiIrecv) SET(MpiRequestTest) SET(MpiRequestCancelled) SET(MpiCollectiveBegin)
  SET(MpiCollectiveEnd) SET(OmpFork) SET(OmpJoin) SET(OmpAcquireLock) SET(OmpReleaseLock) SET(OmpTaskCreate) SET(OmpTaskSwitch)
  SET(OmpTaskComplete) SET(ParameterString) SET(ParameterInt) SET(ParameterUnsignedInt) SET(RmaWinCreate) SET(RmaWinDestroy)
  SET(RmaCollectiveBegin) SET(RmaCollectiveEnd) SET(RmaGroupSync) SET(RmaRequestLock) SET(RmaAcquireLock) SET(RmaTryLock)
  SET(RmaReleaseLock) SET(RmaSync) SET(RmaWaitChange) SET(RmaPut) SET(RmaGet) SET(RmaAtomic) SET(RmaOpCompleteBlocking)
  SET(RmaOpCompleteNonBlocking) SET(RmaOpTest) SET(RmaOpCompleteRemote) SET(ThreadFork) SET(ThreadJoin) SET(ThreadTeamBegin)
  SET(ThreadTeamEnd) SET(ThreadAcquireLock) SET(ThreadReleaseLock) SET(ThreadTaskCreate) SET(ThreadTaskSwitch)
  SET(ThreadTaskComplete) SET(ThreadCreate) SET(ThreadBegin) SET(ThreadWait) SET(ThreadEnd) SET(CallingContextEnter)
  SET(CallingContextLeave) SET(CallingContextSample) SET(IoCreateHandle) SET(IoDestroyHandle) SET(IoDuplicateHandle) SET(IoSeek)
  SET(IoChangeStatusFlags) SET(IoDeleteFile) SET(IoOperationBegin) SET(IoOperationTest) SET(IoOperationIssued)
  SET(IoOperationComplete) SET(IoOperationCancelled) SET(IoAcquireLock) SET(IoReleaseLock) SET(IoTryLock) SET(ProgramEnd)
  SET(NonBlockingCollectiveRequest) SET(NonBlockingCollectiveComplete) SET(CommCreate) SET(CommDestroy)
#undef SET
  if (OTF2_Reader_RegisterGlobalEvtCallbacks(reader, events, c, &t) == OTF2_SUCCESS) {
    std::uint64_t n = 0;
    OTF2_Reader_ReadAllGlobalEvents(reader, events, &n);
  }
  OTF2_GlobalEvtReaderCallbacks_Delete(c);
  OTF2_Reader_CloseGlobalEvtReader(reader, events);
  OTF2_Reader_CloseEvtFiles(reader);
}

void tellMarkers(Teller& t, OTF2_Reader* reader) {
  OTF2_MarkerReader* markers = OTF2_Reader_GetMarkerReader(reader);
  if (markers == nullptr) return;
  OTF2_MarkerReaderCallbacks* c = OTF2_MarkerReaderCallbacks_New();
  OTF2_MarkerReaderCallbacks_SetDefMarkerCallback(c, onDefMarker);
  OTF2_MarkerReaderCallbacks_SetMarkerCallback(c, onMarker);
  if (OTF2_Reader_RegisterMarkerCallbacks(reader, markers, c, &t) == OTF2_SUCCESS) {
    std::uint64_t n = 0;
    OTF2_Reader_ReadAllMarkers(reader, markers, &n);
  }
  OTF2_MarkerReaderCallbacks_Delete(c);
  OTF2_Reader_CloseMarkerReader(reader, markers);
}

}  // namespace

void tellArchive(const std::string& anchor, bool markers, int fd) {
  Teller t(fd);
  OTF2_Error_RegisterCallback(onError, &t);
  OTF2_Reader* reader = OTF2_Reader_Open(anchor.c_str());
  if (reader != nullptr) {
    OTF2_Reader_SetSerialCollectiveCallbacks(reader);
    tellHead(t, reader);
    const bool complete = tellDefinitions(t, reader);
    t.put({Record::DefinitionsEnd, 0, 0, 0, 0, 0}, std::array<std::uint64_t, 1>{complete ? 1U : 0U});
    t.flush();
    if (markers) tellMarkers(t, reader);
    tellEvents(t, reader, anchor.substr(0, anchor.rfind('.')));
    t.put({Record::End, 0, 0, 0, 0, 0}, std::array<std::uint64_t, 0>{});
    t.flush();  // before closing, which may fail on a damaged archive
    OTF2_Reader_Close(reader);
  }
  t.flush();
}

}  // namespace weir::otf2
