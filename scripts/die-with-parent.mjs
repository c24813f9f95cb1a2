// Preloaded into what a launcher starts: when the launcher is gone, however that came, so is this process.
// Node hands its preloads on to what is forked from here; the mark keeps it to this one process, and the
// channel alone doesn't keep a process that has done its work.
if (process.env.EARSHOT_LAUNCHED) {
  delete process.env.EARSHOT_LAUNCHED;
  process.on("disconnect", () => process.exit(1));
  process.channel?.unref();
}
