import process from 'node:process';

/** A thread that ends its process: when that takes too much memory, or when its result is no longer needed. */
const MOST = 300 * 1024 * 1024;
/** milliseconds; a pdf unpacks some megabytes meanwhile */
const INTERVAL = 50;

const waiting = process.ppid;
setInterval(() => {
  if (process.memoryUsage.rss() > MOST || process.ppid !== waiting) process.kill(process.pid, 'SIGKILL');
}, INTERVAL);
