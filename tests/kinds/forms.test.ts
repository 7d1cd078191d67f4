import { expect, test } from 'vitest';
import { editors } from '#kinds/forms.ts';
import { kinds } from '#kinds/index.ts';

test('each kind that says it has a form has one, under its own name, and no other has', () => {
  const withForm = kinds.filter((kind) => 'form' in kind && kind.form !== undefined).map(({ name }) => name);
  expect(Object.keys(editors).toSorted()).toEqual(withForm.toSorted());
});
