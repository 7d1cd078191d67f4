/** RG35: a printed page ends with its address, the day where the firm is, and the version of its data. */
export function printFoot(): void {
  let foot: HTMLElement | undefined;
  addEventListener('beforeprint', () => {
    const version = document.querySelector('main [data-version]')?.textContent ?? '';
    const day = new Date(Date.now() + 288e5).toISOString().slice(0, 10);
    foot = document.createElement('p');
    foot.className = 'printed';
    foot.textContent = `${location.href}　${day}　${version}`;
    document.body.append(foot);
  });
  // on a screen the address stands above
  addEventListener('afterprint', () => foot?.remove());
}
