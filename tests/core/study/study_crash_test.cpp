// kill -9 at any moment loses at most the job in flight.
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <thread>

#include "core/base/random.h"
#include "random_run.h"
#include "support.h"

namespace study_crash_test {
using namespace weir;
using weir::test::createStudy;
using weir::test::everyField;
using weir::test::Folder;
using weir::test::randomRun;

namespace {

std::uint64_t seedOf(StudyId id) { return static_cast<std::uint64_t>(id) % 5 + 31; }

// Writes runs and sweep points until it is killed, and reports each commit through the pipe.
[[noreturn]] void writeForEver(const std::string& path, int pipe) {
  auto s = Study::open(path, Study::Mode::Create);
  if (!s) ::_exit(3);
  for (;;) {
    const auto before = s->runs();
    const StudyId next = before->empty() ? 1 : before->back().id + 1;
    const auto id = s->addRun(randomRun(seedOf(next), 300), std::nullopt, next, {});
    if (!id || *id != next) ::_exit(4);
    const auto n = static_cast<std::uint64_t>(next);
    if (::write(pipe, &n, sizeof n) != sizeof n) ::_exit(5);
  }
}

}  // namespace

TEST(StudyCrash, KilledAtRandomMoments) {
  const Folder dir;
  const std::string path = dir / "a.weir";
  Random r(1, 1);
  std::uint64_t reported = 0;
  std::size_t cutOff = 0;
  // The first round says how long a run takes here; the others end within four times that: from before the file is there to
  // a few runs on. A machine at its limit gets to write in few rounds: more of them then.
  std::uint64_t most_us = 0;
  for (int round = 0; round < 25 || (round < 400 && (reported <= 5 || cutOff == 0)); ++round) {
    int ends[2];
    ASSERT_EQ(::pipe(ends), 0);
    const pid_t pid = ::fork();
    if (pid == 0) {
      ::close(ends[0]);
      writeForEver(path, ends[1]);
    }
    ::close(ends[1]);
    std::uint64_t n = 0;
    if (round == 0) {
      const auto started = std::chrono::steady_clock::now();
      if (::read(ends[0], &n, sizeof n) == sizeof n) reported = n;
      most_us = 4 * static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now() - started).count()) + 1;
    } else {
      std::this_thread::sleep_for(std::chrono::microseconds(r.below(most_us)));
    }
    ::kill(pid, SIGKILL);
    int status = 0;
    ::waitpid(pid, &status, 0);
    ASSERT_TRUE(WIFSIGNALED(status)) << "the child ended by itself with " << WEXITSTATUS(status);
    while (::read(ends[0], &n, sizeof n) == sizeof n) reported = n;
    ::close(ends[0]);

    auto s = Study::open(path, Study::Mode::Create);
    ASSERT_OK(s);
    const auto runs = s->runs();
    ASSERT_OK(runs);
    ASSERT_GE(runs->size(), reported) << "a run that was reported as saved is gone";
    ASSERT_LE(runs->size(), reported + 1U);
    cutOff += runs->size() == reported;
    ASSERT_OK(s->check({}));  // integrity_check, and every run readable
    for (std::size_t i = 0; i < runs->size(); ++i) {
      ASSERT_EQ(runs->at(i).id, static_cast<StudyId>(i + 1));
      if (i + 3 < runs->size()) continue;  // the last ones in full, the others by their checksums
      ASSERT_EQ(everyField(**s->run(runs->at(i).id, {})), everyField(randomRun(seedOf(runs->at(i).id), 300)));
    }
    reported = runs->size();
  }
  EXPECT_GT(reported, 5U) << "the child never came to write";
  EXPECT_GT(cutOff, 0U) << "no job was ever in flight";
}

}  // namespace study_crash_test
