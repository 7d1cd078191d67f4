import { readFile } from 'node:fs/promises';
import type { WidgetDefinition } from '#page/define-widget.ts';
import type { Example } from '#page/widget-example.ts';
import type { ShownWidget } from '#wire/console-answers.ts';
import { widgets } from '#widgets/index.ts';

/** Read once: examples are part of the program. */
const examples = new Map<string, Promise<Example>>();

function exampleOf(name: string): Promise<Example> {
  let example = examples.get(name);
  if (!example)
    examples.set(
      name,
      (example = readFile(new URL(`../../../widgets/${name}/example.json`, import.meta.url), 'utf8').then(
        (text) => JSON.parse(text) as Example,
      )),
    );
  return example;
}

const shown = async ({ name, title, accepts, props }: WidgetDefinition<any, any>): Promise<ShownWidget> => ({
  name,
  title,
  accepts,
  schema: props,
  example: await exampleOf(name),
});

/** WG4: every registered widget, by name. */
export const listWidgets = (): Promise<ShownWidget[]> =>
  Promise.all([...widgets].sort((a, b) => (a.name < b.name ? -1 : 1)).map(shown));

export async function findWidget(name: string): Promise<ShownWidget | undefined> {
  const widget = widgets.find((one) => one.name === name);
  return widget && shown(widget);
}
