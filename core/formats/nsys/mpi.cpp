// MPI and UCX.
#include <fmt/format.h>

#include "core/formats/chrome/kineto.h"
#include "core/formats/nsys/import.h"

namespace weir::nsys {
namespace {

struct Meaning {
  Activity activity = Activity::Host;
  Operation operation = Operation::Unknown;  // of collectives
  bool sends = false;
};

// "MPI_Ireduce_scatter_block" and its kin.
Meaning meaningOf(std::string_view name) {
  std::string word;
  for (const char c : name.substr(name.starts_with("MPI_") ? 4 : 0)) word += c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
  const auto starts = [&](std::string_view s) { return word.starts_with(s); };
  if (starts("wait") || starts("test") || starts("probe") || starts("iprobe") || starts("mprobe")) return {Activity::Wait};
  if (starts("init") || starts("finalize") || starts("comm_") || starts("type_") || starts("group_") || starts("info_") || starts("file_") ||
      starts("win_create") || starts("op_") || starts("start"))
    return {Activity::Host};
  if (starts("sendrecv")) return {Activity::Communication, Operation::Unknown, true};
  if (starts("recv") || starts("irecv") || starts("mrecv") || starts("imrecv")) return {Activity::Communication};
  for (const std::string_view send : {"send", "isend", "bsend", "ibsend", "ssend", "issend", "rsend", "irsend"})
    if (word == send || word == std::string(send) + "_c") return {Activity::Communication, Operation::Unknown, true};
  if (word.size() > 1 && word[0] == 'i') word.erase(0, 1);
  Meaning m{Activity::Communication};
  if (starts("neighbor_")) return m;
  if (starts("allreduce")) m.operation = Operation::AllReduce;
  else if (starts("allgather")) m.operation = Operation::AllGather;
  else if (starts("alltoall")) m.operation = Operation::AllToAll;
  else if (starts("reduce_scatter")) m.operation = Operation::ReduceScatter;
  else if (starts("bcast")) m.operation = Operation::Broadcast;
  else if (starts("barrier")) m.operation = Operation::Barrier;
  else if (starts("gather")) m.operation = Operation::Gather;
  else if (starts("scatter")) m.operation = Operation::Scatter;
  else if (word == "reduce" || word == "reduce_c") m.operation = Operation::Reduce;
  else if (!starts("scan") && !starts("exscan") && !starts("put") && !starts("get") && !starts("accumulate") && !starts("win_")) m.activity = Activity::Host;
  return m;
}

}  // namespace

void addMpiCall(Import& in, std::string_view name, NameId category, const MpiCall& call) {
  gpu::Timeline& t = in.timeline;
  const gpu::ProcessIndex p = in.process(call.globalTid);
  const Meaning m = meaningOf(name);
  in.args.clear();
  if (call.size >= 0) in.args.integer("bytes", call.size);
  if (call.received >= 0) in.args.integer("received bytes", call.received);
  if (call.peer >= 0) in.args.integer("peer", call.peer);
  if (call.tag >= 0) in.args.integer("tag", call.tag);
  if (call.hasCommunicator) in.args.integer("communicator", call.communicator);
  const auto slice = t.slice(in.thread(call.globalTid), t.intern(name), category, m.activity, call.start, call.end, in.args.text());
  if (!slice) return;
  const Slices& s = t.builder().run().slices;
  if (m.operation != Operation::Unknown) {
    CollectiveCall c;
    c.operation = m.operation;
    c.bytes = call.size >= 0 ? call.size : m.operation == Operation::Barrier ? 0 : kUnknownBytes;
    c.slice = *slice;
    c.start = s.start[*slice];
    c.duration = s.duration[*slice];
    if (const auto it = in.mpiCommunicators.find({p, call.communicator}); call.hasCommunicator && it != in.mpiCommunicators.end()) {
      c.groupSize = it->second.size;
      c.group = t.builder().group(it->second.members);
    }
    t.collective(c, p);
  } else if (m.sends && call.peer >= 0 && call.peer < INT32_MAX && call.size >= 0 && t.rankOf(p) != kUnknownRank) {
    t.builder().transfer(t.rankOf(p), static_cast<std::int32_t>(call.peer), call.size, s.start[*slice], s.endOf(*slice));
  }
}

Result<void> readMpi(Import& in) {
  gpu::Timeline& t = in.timeline;
  const NameId mpi = t.intern("mpi");
  enum { Start, End, Tid, Text, Communicator, Size, Received, Peer, Tag };
  for (const std::string_view table : {"MPI_COLLECTIVES_EVENTS", "MPI_P2P_EVENTS", "MPI_START_WAIT_EVENTS", "MPI_OTHER_EVENTS"}) {
    auto r = in.each(in.table(table), {"start", "end", "globalTid", "textId", "commHandle", "size", "recvSize", "remoteRank", "tag"},
                     "slices, collectives and transfers", [&](sqlite::Rows& row) {
                       MpiCall call;
                       call.globalTid = row.integer(Tid);
                       call.start = row.integer(Start);
                       const std::string name(in.strings.text(row.integer(Text)));
                       if (row.isNull(End)) {
                         in.note("MPI call without an end, shown as an instant", name);
                         t.instant(in.thread(call.globalTid), t.intern(name), call.start);
                         return;
                       }
                       call.end = row.integer(End);
                       if (!row.isNull(Size)) call.size = row.integer(Size);
                       if (!row.isNull(Received)) call.received = row.integer(Received);
                       if (!row.isNull(Peer)) call.peer = row.integer(Peer);
                       if (!row.isNull(Tag)) call.tag = row.integer(Tag);
                       call.hasCommunicator = !row.isNull(Communicator);
                       call.communicator = row.integer(Communicator);
                       addMpiCall(in, name.empty() ? "MPI call" : name, mpi, call);
                     });
    if (!r) return r;
  }
  // UCX moves what MPI and NCCL asked for: slices, but no bytes counted again.
  const NameId ucx = t.intern("ucx");
  for (const std::string_view table : {"UCP_SUBMIT_EVENTS", "UCP_PROGRESS_EVENTS", "UCP_EVENTS"}) {
    auto r = in.each(in.table(table), {"start", "end", "globalTid", "textId", "packedSize", "peerWorkerUid", "tag"}, "slices", [&](sqlite::Rows& row) {
      const NameId name = in.strings.name(row.integer(3), t);
      const TrackIndex track = in.thread(row.integer(2));
      if (row.isNull(1)) {
        t.instant(track, name, row.integer(0));
        return;
      }
      in.args.clear();
      if (!row.isNull(4)) in.args.integer("bytes", row.integer(4));
      if (!row.isNull(5)) in.args.integer("peer worker", row.integer(5));
      if (!row.isNull(6)) in.args.integer("tag", row.integer(6));
      t.slice(track, name, ucx, Activity::Host, row.integer(0), row.integer(1), in.args.text());
    });
    if (!r) return r;
  }
  return {};
}

}  // namespace weir::nsys
