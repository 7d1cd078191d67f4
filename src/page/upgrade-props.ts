import { isObject, type Json } from '#rules/json/json.ts';
import type { WidgetDefinition } from './define-widget.ts';
import { pointerTo } from '#rules/json/pointer.ts';
import type { Problem } from './problems.ts';
import type { Registry } from './registry.ts';
import { upgradePage } from './upgrade-page.ts';

type Widgets = Registry<Pick<WidgetDefinition<any, any>, 'steps'>>;

/** The version of props that a widget writes today: as many as it has steps (PS6). */
export const propsVersionOf = ({ steps = [] }: Pick<WidgetDefinition<any, any>, 'steps'>): number => steps.length;

/**
 * PS6: the props of every block at the version that its widget has today, by the widget's named steps. A block says its
 * version only where its widget has steps.
 * @param document whatever it is; what is no block stays as it is
 */
export function upgradeProps(document: Json, widgets: Widgets): { document: Json; problems: Problem[] } {
  const problems: Problem[] = [];
  if (!Array.isArray(document.blocks)) return { document, problems };
  const blocks = document.blocks.map((block: unknown, index) => {
    const steps = stepsOf(block, widgets);
    if (!isObject(block) || steps === undefined) return block;
    const { propsVersion: version = 0, props = {} } = block;
    // a value that is no version is reported by the check of the block's form
    if (typeof version !== 'number' || !Number.isInteger(version) || version < 0 || !isObject(props)) return block;
    if (version > steps.length) {
      const message = `The props are of version ${version}, but the widget ${String(block.widget)} of this program knows versions up to ${steps.length}. Update the program, or save the block with this version.`;
      problems.push({ pointer: pointerTo('blocks', index, 'propsVersion'), code: 'newer-version', message });
      return block;
    }
    if (steps.length === 0) return block;
    return {
      ...block,
      propsVersion: steps.length,
      props: steps.slice(version).reduce((current: Json, step) => step.up(current), props),
    };
  });
  return { document: { ...document, blocks }, problems };
}

/**
 * PS7: the document of a page as this program writes it, by the steps of its form (PS5) and of its blocks' props. What
 * they cannot bear stays as it is, and is told by the check.
 */
export function pageOfToday(document: unknown, widgets: Widgets): unknown {
  if (!isObject(document)) return document;
  const upgraded = upgradePage(document);
  return upgradeProps('problem' in upgraded ? document : upgraded.document, widgets).document;
}

/** undefined: no known widget */
function stepsOf(block: unknown, widgets: Widgets) {
  const name = isObject(block) ? block.widget : undefined;
  const widget = typeof name === 'string' && Object.hasOwn(widgets, name) ? widgets[name] : undefined;
  return widget && (widget.steps ?? []);
}
