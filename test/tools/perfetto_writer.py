"""Writes a small trace to standard output with Perfetto's own protobuf classes."""
import sys

from perfetto.protos.perfetto.trace import perfetto_trace_pb2 as pb

trace = pb.Trace()
clocks = trace.packet.add().clock_snapshot
for clock, ns in ((6, 1_000_000_000), (3, 400_000_000), (1, 1_700_000_000_000_000_000)):
    each = clocks.clocks.add()
    each.clock_id, each.timestamp = clock, ns
trace.packet.add().system_info.android_sdk_version = 34
tree = trace.packet.add().process_tree
process = tree.processes.add()
process.pid, process.ppid = 4000, 1
process.cmdline.append("com.example.shop")
thread = tree.threads.add()
thread.tid, thread.tgid, thread.name = 4007, 4000, "pool-1"
bundle = trace.packet.add().ftrace_events
bundle.cpu = 3


def event(ms, tid):
    added = bundle.event.add()
    added.timestamp, added.pid = ms * 1_000_000, tid
    return added


def switch(ms, before, state, after):
    switched = event(ms, before).sched_switch
    switched.prev_pid, switched.prev_state, switched.next_pid = before, state, after


switch(1100, 0, 0, 4000)
event(1110, 4000).print.buf = "B|4000|work\n"
switch(1150, 4000, 2, 4007)
event(1290, 4007).sched_waking.pid = 4000
switch(1300, 4007, 1, 4000)
event(1310, 4000).print.buf = "E|4000\n"
stats = trace.packet.add().trace_stats.buffer_stats.add()
stats.chunks_overwritten, stats.trace_writer_packet_loss = 5, 2
for phase, overrun in ((1, 10), (2, 17)):
    ftrace = trace.packet.add().ftrace_stats
    ftrace.phase = phase
    cpu = ftrace.cpu_stats.add()
    cpu.cpu, cpu.overrun = 3, overrun
trace.packet.add().previous_packet_dropped = 1
sys.stdout.buffer.write(trace.SerializeToString())
