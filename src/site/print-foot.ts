import { shanghaiDate } from '#rules/time/shanghai-date.ts';
import { inScript } from '#ui/script/active-script.ts';

/** RG35: while a register is printed it ends with its address, the day, and the version of its data (`data-version`). */
export function printFoot(): void {
  const foot = document.createElement('p');
  foot.className = 'printed';
  addEventListener('beforeprint', () => {
    const version = document.querySelector<HTMLElement>('[data-version]')?.dataset.version;
    if (!version) return;
    foot.textContent = [location.href, shanghaiDate(Date.now()), inScript(version)].join('　');
    document.body.append(foot);
  });
  addEventListener('afterprint', () => foot.remove());
}
