import { expect, test } from 'vitest';
import { deviceOf } from '#rules/people/device.ts';

test.each([
  ['Win32', 'PW'],
  ['Win64', 'PW'],
  ['Windows', 'PW'],
  ['win32', 'PW'],
  ['MacIntel', 'PM'],
  ['MacPPC', 'PM'],
  ['macOS', 'PM'],
  ['Darwin', 'OH'],
  ['Linux x86_64', 'OH'],
  ['linux', 'OH'],
  ['Linux armv81', 'OH'],
  ['iPhone', 'OH'],
  ['iPad', 'OH'],
  ['Android', 'OH'],
  ['HarmonyOS', 'OH'],
  ['', 'OH'],
])('[WR4] the platform "%s" is the device %s', (platform, device) => {
  expect(deviceOf(platform)).toBe(device);
});
