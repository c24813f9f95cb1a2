// Preloaded into what a launcher starts: when the launcher is gone, however that came, so is this process.
// The channel alone doesn't keep a process that has done its work.
process.on("disconnect", () => process.exit(1));
process.channel?.unref();
