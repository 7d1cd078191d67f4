/** Preloaded into a program that become.mjs starts: when that process is killed, the program gets a SIGTERM. */
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
// the IPC channel must not keep the program running
process.channel?.unref();
