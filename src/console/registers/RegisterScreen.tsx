import { Alert, Button, Space } from 'antd';
import { Link, useParams } from 'react-router-dom';
import { BeginRows } from '#kinds/rows/console/Form.tsx';
import { mayDoSomewhere } from '#rules/people/staff-rights.ts';
import type { RegisterFacts } from '#wire/register-answers.ts';
import { hrefOf } from '../calls/call.ts';
import { useMe, useRead } from '../calls/use-calls.ts';
import { Failure } from '../parts/Failure.tsx';
import { LinkButton } from '../parts/LinkButton.tsx';
import { Loading } from '../parts/Loading.tsx';
import { Screen } from '../parts/Screen.tsx';
import { useMayWrite } from '../take-up/use-may-write.ts';
import { FeatureNotes } from './FeatureNotes.tsx';
import { ABSENT_REGISTERS, OpenEdition } from './Registers.tsx';
import './registers.css';
import { RegisterTabs } from './RegisterTabs.tsx';
import { RowTable } from './RowTable.tsx';

const ABOVE = [{ to: '/registers', name: '登记表' }];

/** One register: what is public of it, and its rows, to be changed one by one or by a file. */
export function RegisterScreen() {
  const { register = '' } = useParams();
  const { data, error, mutate } = useRead('GET /registers/:register', { register });
  return (
    <Screen
      title={data?.title ?? '登记表'}
      above={ABOVE}
      purpose="公示中的数据行。逐行的改动存为一份稿件，由他人审核、发布；改动较多时请导入文件。"
      actions={data && <Actions facts={data} />}
    >
      <RegisterTabs register={register}>{data && <Facts facts={data} />}</RegisterTabs>
      {error !== undefined && <Failure error={error} retry={() => void mutate()} />}
      {!data && error === undefined && <Loading />}
      {data && <Register key={data.register} facts={data} />}
    </Screen>
  );
}

function Actions({ facts }: { facts: RegisterFacts }) {
  const base = `/registers/${encodeURIComponent(facts.register)}`;
  const mayWrite = useMayWrite(facts.channelIds);
  const { data: me } = useMe();
  const mayCopy = me !== undefined && mayDoSomewhere(me.grants, 'page.change');
  return (
    <Space wrap>
      {facts.path !== '' && (
        <Button href={facts.path} target="_blank" rel="noopener">
          在网站上查看
        </Button>
      )}
      <Button
        href={hrefOf('GET /registers/:register/template.xlsx', { register: facts.register })}
        download={`${facts.title}-模板.xlsx`}
      >
        下载模板
      </Button>
      <LinkButton to={`${base}/history`} type="default">
        发布历史
      </LinkButton>
      {mayCopy && (
        <LinkButton to={`/copy?subject=register:${encodeURIComponent(facts.register)}`} type="default">
          复制
        </LinkButton>
      )}
      {mayWrite && <LinkButton to={`${base}/import`}>导入文件</LinkButton>}
    </Space>
  );
}

function stateWords({ isAbsent, dataDate, rows, countWord, department }: RegisterFacts): string {
  if (isAbsent) return '标为“本公司没有这项业务”，不在核验和列表之中。';
  if (dataDate === '') return '还没有公示。';
  return `数据日期 ${dataDate}，${rows.toLocaleString('zh-CN')} ${countWord}，责任部门 ${department}。`;
}

/** Data date, number of rows, department, and the edition that waits. */
function Facts({ facts }: { facts: RegisterFacts }) {
  const { edition } = facts;
  return (
    <p className="register-facts">
      {stateWords(facts)}
      {facts.rows === 0 && (
        <Link to={ABSENT_REGISTERS}>{facts.isAbsent ? '取消标记' : '本公司没有这项业务的，可以标出'}</Link>
      )}
      {edition && (
        <>
          {'已有一份稿件改动这个登记表：'}
          <OpenEdition edition={edition} />
        </>
      )}
    </p>
  );
}

function Register({ facts }: { facts: RegisterFacts }) {
  const mayWrite = useMayWrite(facts.channelIds);
  const { edition } = facts;
  return (
    <div className="stack">
      <FeatureNotes register={facts.register} />
      {edition && mayWrite && (
        <Alert
          type="warning"
          showIcon
          title="这个登记表已有一份未发布的稿件"
          description={
            <>
              下表是现在公示的内容，不含那份稿件的改动。可以
              <Link to={`/editions/${edition.editionId}/edit`}>接着修改那份稿件</Link>
              ，也可以在保存本次改动时选择并入那份稿件。
            </>
          }
        />
      )}
      {mayWrite ? <BeginRows facts={facts} /> : <RowTable facts={facts} editing={null} />}
    </div>
  );
}
