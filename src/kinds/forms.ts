import { lazy, type ComponentType } from 'react';
import type { EditProps, KindForm } from '#console/editor/edition-form.ts';
import type { KindName } from './index.ts';

/**
 * The console's half of each kind that has a form: console/Form.tsx in its folder, or Form.tsx in a feature's folder of its
 * name, loaded when it is first opened.
 */
const forms = {
  ...import.meta.glob<KindForm>('./*/console/Form.tsx'),
  ...import.meta.glob<KindForm>('#features/*/kinds/*/Form.tsx'),
};

/** Editors for the editions of a kind, by its name; kinds whose definition says `form` have one. */
export const editors: Readonly<Partial<Record<KindName, ComponentType<EditProps>>>> = Object.fromEntries(
  Object.entries(forms).map(([path, load]) => [
    path.replace('/console/', '/').split('/').at(-2),
    lazy(() => load().then(({ Edit }) => ({ default: Edit }))),
  ]),
);
