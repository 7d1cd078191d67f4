import type { AnsweredPage, PropsProblem, ShownWidget } from '#wire/console-answers.ts';
import { as, optional, text } from '#page/schema-words.ts';
import { Refused } from '../errors.ts';
import { findWidget, listWidgets } from '../pages/gallery/examples.ts';
import { propsProblems, widgetPage } from '../pages/gallery/widget-page.ts';
import { consoleCall, PageAnswer } from './define-console-call.ts';

const params = {
  widget: text({ maxLength: 60, description: '部件名称' }),
  /** absent: those of the example */
  props: optional(text({ maxLength: 8000, description: '属性，JSON' })),
};

async function widgetOf(name: string): Promise<ShownWidget> {
  const widget = await findWidget(name);
  if (!widget) throw new Refused('notFound', `没有名为“${name}”的部件`);
  return widget;
}

/** WG4: the gallery of widgets, for people who build pages. */
export const galleryCalls = {
  'GET /widgets': consoleCall({
    summary: '全部部件，连同示例和属性说明',
    answer: as<ShownWidget[]>(),
    policy: 'signed-in',
    handle: () => listWidgets(),
  }),
  'GET /widgets/:widget/page': consoleCall({
    summary: '部件按示例数据显示的样子，属性可以另给',
    answer: as<AnsweredPage>(),
    params,
    policy: 'signed-in',
    handle: async ({ widget: name, props }, { rendering }) => {
      const page = await widgetPage(
        rendering,
        await widgetOf(name),
        props === undefined ? undefined : readProps(props),
      );
      if (Array.isArray(page)) throw new Refused('invalidInput', '属性不正确', { problems: page });
      return new PageAnswer(page);
    },
  }),
  'GET /widgets/:widget/check': consoleCall({
    summary: '属性有哪些不正确之处',
    answer: as<{ problems: PropsProblem[] }>(),
    params,
    policy: 'signed-in',
    handle: async ({ widget: name, props }) => {
      const { schema, example } = await widgetOf(name);
      return { problems: propsProblems(schema, props === undefined ? example.props : readProps(props)).problems };
    },
  }),
};

function readProps(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new Refused('invalidInput', '属性不是有效的 JSON');
  }
}
