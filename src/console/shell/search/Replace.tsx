import { Button, Form, Input } from 'antd';
import { Link, useSearchParams } from 'react-router-dom';
import { LONG_TIMEOUT } from '../../calls/call.ts';
import { ONCE, PATIENT, useRead, useSend } from '../../calls/use-calls.ts';
import { EmptyNote } from '../../parts/EmptyNote.tsx';
import { Loaded } from '../../parts/Loaded.tsx';
import { MARKED_WHEN_LEFT } from '../../parts/marked-when-left.ts';
import { ReplacementPlaces } from '../../parts/ReplacementPlaces.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { Screen } from '../../parts/Screen.tsx';
import { countWords, GROUP_NAMES, REMAINING } from './found-words.ts';
import { Marked } from '../../parts/Marked.tsx';
import './search.css';

interface Words {
  from: string;
  to: string;
}

/** CS6: former words of public content replaced everywhere, as one edition with each place seen. */
export function Replace() {
  const [search, setSearch] = useSearchParams();
  const [form] = Form.useForm<Words>();
  const from = search.get('words') ?? '';
  const to = search.get('to');
  return (
    <Screen
      title="全部替换"
      purpose="把公开内容里原来的地址、名称或号码换成新的。先列出每一处，选好的合成一份稿件，由他人审核、发布以后才会公开。"
    >
      <div className="stack">
        <Form
          form={form}
          validateTrigger={MARKED_WHEN_LEFT}
          className="filters"
          layout="vertical"
          initialValues={{ from, to: to ?? '' }}
          onFinish={(words) => setSearch({ words: words.from, to: words.to })}
          aria-label="替换什么"
        >
          <Form.Item name="from" label="原来的文字" rules={[{ required: true, min: 2, message: '至少写两个字' }]}>
            <Input maxLength={100} />
          </Form.Item>
          <Form.Item name="to" label="新的文字" rules={[{ required: true, whitespace: true, message: '请填写' }]}>
            <Input maxLength={100} />
          </Form.Item>
          <Form.Item label=" ">
            <Button type="primary" htmlType="submit">
              列出每一处
            </Button>
          </Form.Item>
        </Form>
        {from !== '' && to !== null && <Places key={`${from} ${to}`} from={from} to={to} />}
        {from !== '' && <Untouched from={from} to={to} />}
      </div>
    </Screen>
  );
}

/** Each place with its words before and after, chosen unless it is left out. */
function Places({ from, to }: Words) {
  const send = useSend();
  const { data, error, mutate } = useRead('GET /replacement', { from, to }, { ...ONCE, ...PATIENT });
  return (
    <Loaded of={{ data, error, retry: () => void mutate() }}>
      {({ places, marks }) =>
        places.length === 0 ? (
          <EmptyNote title={`公开内容里没有可以替换的“${from}”`}>
            只列出您可以修改的内容，大小写和全角半角须一致。
          </EmptyNote>
        ) : (
          <ReplacementPlaces
            places={places}
            send={async (chosen) => send('POST /replacement', { from, to, places: chosen, base: marks }, LONG_TIMEOUT)}
          />
        )
      }
    </Loaded>
  );
}

/** CS6: places whose words stay, files and past versions; whoever replaces has to know of them. */
function Untouched({ from, to }: { from: string; to: string | null }) {
  const plan = useRead('GET /replacement', to === null ? null : { from, to }, { ...ONCE, ...PATIENT });
  const files = useRead('GET /search', { words: from, group: 'attachments' }, ONCE);
  const drafts = useRead('GET /search', { words: from, group: 'editions' }, ONCE);
  const past = useRead('GET /search', { words: from, group: 'past' }, { ...ONCE, ...PATIENT });
  const groups = [files, drafts, past].flatMap(({ data }) => data?.groups ?? []);
  const remaining = plan.data?.remaining ?? [];
  if (groups.length === 0 && remaining.length === 0) return null;
  return (
    <Panel title="不会改动的">
      <p className="quiet">文件要换成新的文件；稿件请在稿件里改；历史版本照旧保存。</p>
      {remaining.length > 0 && (
        <section>
          <h3>{`替换不了的文字 ${remaining.length} 处`}</h3>
          <ul className="bullets">
            {remaining.map((one) => (
              <li key={one.id}>
                <Link to={one.to}>{one.title}</Link>{' '}
                <span className="quiet">{`${one.label}：${REMAINING[one.why]}`}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {groups.map(({ group, list, ...count }) => (
        <section key={group}>
          <h3>{`${GROUP_NAMES[group]} ${countWords(count)} 处`}</h3>
          <ul className="bullets">
            {list.map(({ id, title, place, to }) => (
              <li key={id}>
                <Link to={to}>
                  <Marked text={title} />
                </Link>{' '}
                <span className="quiet">{place}</span>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </Panel>
  );
}
