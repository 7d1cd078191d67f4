/** Loaded before a program that become.mjs starts: when that process is killed, the program stops as by SIGTERM. */
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
// the channel alone is no reason to stay
process.channel?.unref();
