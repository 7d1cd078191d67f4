export type Device = 'PW' | 'PM' | 'OH';

/**
 * WR4: the value of the `device` header: PW on Windows, PM on a Mac, OH on everything else.
 * @param platform what the browser says of its system: "Win32", "MacIntel", "macOS", "Linux x86_64", "iPhone" …
 */
export function deviceOf(platform: string): Device {
  if (/^win/i.test(platform)) return 'PW';
  if (/^mac/i.test(platform)) return 'PM';
  return 'OH';
}
