import { readdirSync, readFileSync } from 'node:fs';

/** Clock ticks of Linux's /proc are hundredths of a second on every platform that Node runs on. */
const TICKS_A_SECOND = 100;

/**
 * Tells the processor seconds that this process has used so far, with those of its descendants: the ones that live, and
 * the ones that ended and were waited for. Without /proc it is this process alone.
 * @returns {number}
 */
export function processorSeconds() {
  const processes = readProcesses();
  if (processes === null) {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1_000_000;
  }
  const isOurs = (pid) => {
    if (pid === process.pid) return true;
    const parent = processes.get(pid)?.parent;
    return parent !== undefined && isOurs(parent);
  };
  return [...processes].reduce((sum, [pid, { seconds }]) => (isOurs(pid) ? sum + seconds : sum), 0);
}

/**
 * Tells the processor seconds that all programs of this machine have used since it started: a browser that is killed is no
 * descendant of anybody any more. Null without /proc.
 * @returns {number | null}
 */
export function machineSeconds() {
  try {
    const [, user, nice, system, , , irq, softirq] = readFileSync('/proc/stat', 'utf8').split('\n', 1)[0].split(/ +/);
    return [user, nice, system, irq, softirq].reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS_A_SECOND;
  } catch {
    return null;
  }
}

/** @returns {Map<number, { parent: number, seconds: number }> | null} by process id; null where there is no /proc */
function readProcesses() {
  const found = new Map();
  let names;
  try {
    names = readdirSync('/proc');
  } catch {
    return null;
  }
  for (const name of names) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      // the second field, the program's name in brackets, may hold spaces
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
      found.set(Number(name), { parent: Number(fields[1]), seconds: ticks / TICKS_A_SECOND });
    } catch {
      // ended meanwhile
    }
  }
  return found;
}
