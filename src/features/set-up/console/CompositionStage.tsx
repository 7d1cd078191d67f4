import { App, Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { page as pageKind } from '#kinds/page/index.ts';
import { mayDo, mayDoSomewhere, WHOLE_SITE } from '#rules/people/staff-rights.ts';
import type { PageSchemaAnswer } from '#wire/console-answers.ts';
import { wordsOf } from '#console/calls/call.ts';
import { ONCE, useChanged, useMe, useRead, useSend } from '#console/calls/use-calls.ts';
import { HomeCompositions } from '#console/pages/HomeCompositions.tsx';
import { OpenHomeEditions } from '#console/pages/OpenHomeEditions.tsx';
import { isObject, type Json } from '#rules/json/json.ts';
import '#console/pages/pages.css';
import { Loaded } from '#console/parts/Loaded.tsx';
import { Panel } from '#console/parts/Panel.tsx';
import { LivePreview } from '#console/preview/LivePreview.tsx';
import { HOME, HomeBesideContext, homeChange, homeIn } from '#console/settings/home-beside.ts';
import { editionAddress } from './stages.ts';

/** Home page as it is public; null for persons who may not read it. */
function useHome() {
  const { data: me } = useMe();
  const mayRead = me !== undefined && mayDo(me.grants, 'content.read', [WHOLE_SITE]);
  const { data, error, mutate } = useRead('GET /page-schemas/:page', mayRead ? { page: HOME } : null, ONCE);
  const mayChange = me !== undefined && mayDoSomewhere(me.grants, 'page.change');
  return mayRead ? { loaded: { data, error, retry: () => void mutate() }, mayChange } : null;
}

/** HN6: around the form of a brand, with which a composition of the home page is seen and saved. */
export function WithComposition({ children }: { children: ReactNode }) {
  const home = useHome();
  // the brand can be written without it
  if (!home || home.loaded.error !== undefined) return children;
  return (
    <Loaded of={home.loaded}>
      {({ document, mark, editions }) => (
        <HomeBesideContext value={isObject(document) ? { document, mark, editions, mayChange: home.mayChange } : null}>
          {children}
        </HomeBesideContext>
      )}
    </Loaded>
  );
}

interface Props {
  /** id of the edition of the firm's brand that is under way, or was just published */
  brand: number;
}

/** HN6: the compositions of the home page where the brand is on its way; the chosen one becomes an edition of its own. */
export function CompositionStage({ brand }: Props) {
  const home = useHome();
  // the page is shown as it will look with the brand that is being made
  const draft = useRead('GET /editions/:editionId', home ? { editionId: brand } : null, ONCE);
  if (!home) return null;
  return (
    <Loaded of={home.loaded}>
      {(answer) => {
        const changes = draft.data?.shown.changes ?? [];
        if (!isObject(answer.document) || !draft.data) return null;
        return homeIn(changes) ? (
          <Panel title="首页的构图">
            <p>
              这份稿件里已有首页的构图：<Link to={editionAddress('brand', brand, true)}>修改</Link>
            </p>
          </Panel>
        ) : (
          <Choice
            key={answer.mark}
            answer={answer}
            home={answer.document}
            beside={draft.data.state === 'published' ? [] : changes}
            mayChange={home.mayChange}
          />
        );
      }}
    </Loaded>
  );
}

interface ChoiceProps {
  answer: PageSchemaAnswer;
  home: Json;
  /** changes of the brand's edition */
  beside: readonly unknown[];
  mayChange: boolean;
}

function Choice({ answer, home, beside, mayChange }: ChoiceProps) {
  /** null: as the page is */
  const [chosen, setChosen] = useState<Json | null>(null);
  const send = useSend();
  const changed = useChanged();
  const navigate = useNavigate();
  const { message } = App.useApp();
  const save = async (document: Json): Promise<void> => {
    try {
      const { editionId } = await send('POST /editions', {
        title: '首页的构图',
        changes: [homeChange(document)],
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
      <OpenHomeEditions editions={answer.editions} />
      {chosen && (
        <>
          <p className="page-buttons">
            <Button type="primary" onClick={() => void save(chosen)}>
              存为稿件
            </Button>{' '}
            <Button onClick={() => setChosen(null)}>恢复原来的构图</Button>
          </p>
          <LivePreview changes={[...beside, homeChange(chosen)]} path="/" title="首页的预览" />
        </>
      )}
    </Panel>
  );
}
