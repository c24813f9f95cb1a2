// Preloaded into child processes of the launcher: ends this process when the launcher is gone, even if it was
// killed. Node passes preloads on to forked processes; the variable limits this to the direct child. `unref`
// lets the process end normally when its work is done.
if (process.env.EARSHOT_LAUNCHED) {
  delete process.env.EARSHOT_LAUNCHED;
  process.on("disconnect", () => process.exit(1));
  process.channel?.unref();
}
