import { App, Button } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { page as pageKind } from '#kinds/page/index.ts';
import { mayDo, mayDoSomewhere, WHOLE_SITE } from '#rules/staff-rights.ts';
import type { PageSchemaAnswer } from '#wire/console-answers.ts';
import { wordsOf } from '../calls/call.ts';
import { ONCE, useChanged, useMe, useRead, useSend } from '../calls/use-calls.ts';
import { Loaded } from '../parts/Loaded.tsx';
import { Panel } from '../parts/Panel.tsx';
import { HomeCompositions } from '../pages/HomeCompositions.tsx';
import { isJson, type Json } from '../pages/page-document.ts';
import '../pages/pages.css';
import { LivePreview } from '../preview/LivePreview.tsx';

/** Name of the page at the site's own address. */
const HOME = 'home';

interface Props {
  /** id of the edition of the firm's brand that is under way */
  brand: number | undefined;
}

/** HN6: the compositions of the home page with the firm's own content; the chosen one becomes an edition. */
export function CompositionStage({ brand }: Props) {
  const { data: me } = useMe();
  const mayRead = me !== undefined && mayDo(me.grants, 'content.read', [WHOLE_SITE]);
  const { data, error, mutate } = useRead('GET /page-schemas/:page', mayRead ? { page: HOME } : null, ONCE);
  if (!mayRead) return null;
  return (
    <Loaded of={{ data, error, retry: () => void mutate() }}>
      {(answer) =>
        isJson(answer.document) ? (
          <Choice key={answer.mark} answer={answer} home={answer.document} brand={brand} />
        ) : null
      }
    </Loaded>
  );
}

function Choice({ answer, home, brand }: Props & { answer: PageSchemaAnswer; home: Json }) {
  const { data: me } = useMe();
  const mayChange = me !== undefined && mayDoSomewhere(me.grants, 'page.change');
  /** null: as the page is */
  const [chosen, setChosen] = useState<Json | null>(null);
  // the page is shown as it will look with the brand that is being made
  const { data: draft } = useRead('GET /editions/:editionId', brand === undefined ? null : { editionId: brand }, ONCE);
  const send = useSend();
  const changed = useChanged();
  const navigate = useNavigate();
  const { message } = App.useApp();
  const [open] = answer.editions;
  const save = async (): Promise<void> => {
    try {
      const { editionId } = await send('POST /editions', {
        title: '首页的构图',
        changes: [{ kind: pageKind.name, id: HOME, document: chosen }],
        base: { [`${pageKind.name}:${HOME}`]: answer.mark },
      });
      void changed();
      await navigate(`/editions/${editionId}`);
    } catch (reason) {
      void message.error(wordsOf(reason));
    }
  };
  return (
    <Panel title="首页的构图">
      <HomeCompositions home={chosen ?? home} disabled={!mayChange} onChange={setChosen} />
      {open && <p className="quiet">{`已有第 ${open.editionId} 号稿件在改首页，先处理它，以免互相覆盖。`}</p>}
      {chosen && (
        <>
          <p className="page-buttons">
            <Button type="primary" onClick={() => void save()}>
              存为稿件
            </Button>{' '}
            <Button onClick={() => setChosen(null)}>恢复原来的构图</Button>
          </p>
          <LivePreview
            changes={[...(draft?.shown.changes ?? []), { kind: pageKind.name, id: HOME, document: chosen }]}
            path="/"
            title="首页的预览"
          />
        </>
      )}
    </Panel>
  );
}
