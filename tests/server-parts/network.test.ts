import { expect, test } from 'vitest';
import { networkOf, surroundingsOf } from '#server/http/network.ts';

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:cb00:7107', '203.0.113.7'],
  ['0:0:0:0:0:ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:0:1::1', '2001:db8:0:1::/64'],
  ['2001:0DB8:0000:0001:ffff:ffff:ffff:ffff', '2001:db8:0:1::/64'],
  ['2001:db8::', '2001:db8:0:0::/64'],
  ['2001:db8:0:0:1::', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['Unknown', 'unknown'],
])('[OL1] %s counts as %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test('[OL1] addresses of one network are one client, of two networks two', () => {
  expect(networkOf('2001:db8:0:1:aaaa::1')).toBe(networkOf('2001:db8:0:1:bbbb::2'));
  expect(networkOf('2001:db8:0:1::1')).not.toBe(networkOf('2001:db8:0:2::1'));
  expect(networkOf('203.0.113.7')).not.toBe(networkOf('203.0.113.8'));
});

test('[ST7] the surroundings of an address are 256 addresses of IPv4 or 48 bits of IPv6', () => {
  expect(['203.0.113.7', '::ffff:203.0.113.200', '203.0.114.7'].map(surroundingsOf)).toEqual([
    '203.0.113.0/24',
    '203.0.113.0/24',
    '203.0.114.0/24',
  ]);
  expect(surroundingsOf('2001:db8:1:2::3')).toBe('2001:db8:1::/48');
  expect(surroundingsOf('2001:db8:2:2::3')).not.toBe(surroundingsOf('2001:db8:1:2::3'));
  expect(surroundingsOf('Unknown')).toBe('unknown');
});
