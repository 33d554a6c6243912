// What the process that runs the OTF2 library tells the one that builds the Run: records through a pipe. The library is
// kept in a process of its own because it ends the process on some damaged archives; what it had told by then is kept.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace weir::otf2 {

// Every event of OTF2 3.0, by the library's own names.
#define WEIR_OTF2_EVENTS(X)                                                                                              \
  X(BufferFlush) X(MeasurementOnOff) X(Enter) X(Leave) X(MpiSend) X(MpiIsend) X(MpiIsendComplete) X(MpiIrecvRequest)     \
  X(MpiRecv) X(MpiIrecv) X(MpiRequestTest) X(MpiRequestCancelled) X(MpiCollectiveBegin) X(MpiCollectiveEnd) X(OmpFork)   \
  X(OmpJoin) X(OmpAcquireLock) X(OmpReleaseLock) X(OmpTaskCreate) X(OmpTaskSwitch) X(OmpTaskComplete) X(Metric)          \
  X(ParameterString) X(ParameterInt) X(ParameterUnsignedInt) X(RmaWinCreate) X(RmaWinDestroy) X(RmaCollectiveBegin)      \
  X(RmaCollectiveEnd) X(RmaGroupSync) X(RmaRequestLock) X(RmaAcquireLock) X(RmaTryLock) X(RmaReleaseLock) X(RmaSync)     \
  X(RmaWaitChange) X(RmaPut) X(RmaGet) X(RmaAtomic) X(RmaOpCompleteBlocking) X(RmaOpCompleteNonBlocking) X(RmaOpTest)    \
  X(RmaOpCompleteRemote) X(ThreadFork) X(ThreadJoin) X(ThreadTeamBegin) X(ThreadTeamEnd) X(ThreadAcquireLock)            \
  X(ThreadReleaseLock) X(ThreadTaskCreate) X(ThreadTaskSwitch) X(ThreadTaskComplete) X(ThreadCreate) X(ThreadBegin)      \
  X(ThreadWait) X(ThreadEnd) X(CallingContextEnter) X(CallingContextLeave) X(CallingContextSample) X(IoCreateHandle)     \
  X(IoDestroyHandle) X(IoDuplicateHandle) X(IoSeek) X(IoChangeStatusFlags) X(IoDeleteFile) X(IoOperationBegin)           \
  X(IoOperationTest) X(IoOperationIssued) X(IoOperationComplete) X(IoOperationCancelled) X(IoAcquireLock)                \
  X(IoReleaseLock) X(IoTryLock) X(ProgramBegin) X(ProgramEnd) X(NonBlockingCollectiveRequest)                            \
  X(NonBlockingCollectiveComplete) X(CommCreate) X(CommDestroy)

enum class Event : std::uint16_t {
#define X(name) name,
  WEIR_OTF2_EVENTS(X)
#undef X
      Count
};
inline constexpr std::string_view kEventNames[] = {
#define X(name) #name,
    WEIR_OTF2_EVENTS(X)
#undef X
};

// Definitions and the rest. Values stand in the order of the library's callbacks, after leaving out what is a pointer.
enum class Record : std::uint8_t {
  Event,            // type, location, time; values as the callback's
  Info,             // text "key\nvalue": creator, machine, ...
  Problem,          // text: what the library said
  Clock,            // resolution, global offset, length, real time
  String,           // id; text
  TreeNode,         // id, name, class, parent
  LocationGroup,    // id, name, type, tree node, creating group
  Location,         // id, name, type, events, group
  Region,           // id, name, canonical name, description, role, paradigm, flags, source file, begin, end
  Group,            // id, name, type, paradigm, flags; text: members, 8 bytes each
  Comm,             // id, name, group, parent, flags
  InterComm,        // id, name, group A, group B, common, flags
  MetricMember,     // id, name, description, type, mode, value type, base, exponent, unit
  MetricClass,      // id, occurrence, recorder kind; text: members, 8 bytes each
  MetricInstance,   // id, class, recorder, scope kind, scope
  Parameter,        // id, name, type
  RmaWin,           // id, name, comm, flags
  IoParadigm,       // id, identification, name
  IoFile,           // id, name, scope
  IoHandle,         // id, name, file, paradigm, flags, comm, parent
  CallingContext,   // id, region, source location, parent
  DefinitionsEnd,   // what follows are events
  MarkerDefinition, // id; text "group\ncategory"
  Marker,           // id, duration, scope, scope's id; time; text
  End,              // all that was there has been told
  Count
};

inline constexpr std::size_t kMostText = std::size_t{64} << 20;  // a communicator of 8 million ranks

struct Header {
  Record record = Record::End;
  std::uint8_t values = 0;
  std::uint16_t event = 0;
  std::uint32_t text = 0;
  std::uint64_t location = 0, time = 0;
};
static_assert(sizeof(Header) == 24);

// Reads the archive of this anchor file and writes records to `fd`. For the child process alone: it may end in any way.
void tellArchive(const std::string& anchor, bool markers, int fd);

}  // namespace weir::otf2
