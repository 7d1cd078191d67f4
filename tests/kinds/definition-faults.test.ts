import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { definitionFaults } from '#kinds/register/server/definition-faults.ts';
import { readRegister } from '#page/check-register.ts';

test.each(readdirSync('page-schemas/registers'))('[RG29] %s could be published as it is', (name) => {
  const { register } = readRegister(JSON.parse(readFileSync(`page-schemas/registers/${name}`, 'utf8')));
  expect(definitionFaults(register!)).toEqual([]);
});
