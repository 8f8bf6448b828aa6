import { getPerson, type Person as PersonFacts } from '#contract/desk.ts'
import { When } from '../kit/when.tsx'
import { useDeed } from '../kit/work/use-deed.ts'
import { Avatar } from '../ui/avatar.tsx'
import { DamagedNote } from '../ui/damaged-note.tsx'
import { Outcome } from '../ui/outcome.tsx'
import { Access } from './access.tsx'
import { Application } from './application.tsx'
import { LogEntries } from './log-entries.tsx'
import { PersonTags } from './person-tags.tsx'
import { Roles } from './roles.tsx'
import { Detail } from './split.tsx'
import { useAnswer } from './use-answer.ts'

interface PersonProps {
  id: string
  onClose: () => void
  onChange: (person: PersonFacts) => void
}

/** All there is to know and do about somebody. Escape goes back to the list. */
export function Person({ id, onClose, onChange }: PersonProps) {
  const { data, problem, reload, setData } = useAnswer(getPerson, { params: { id } })
  const deed = useDeed()

  const changed = (person: PersonFacts) => {
    setData((known) => ({ ...known, person }))
    onChange(person)
    reload()
  }

  return (
    <Detail problem={problem} onRetry={reload} onClose={onClose}>
      {data && (
        <>
          <header className="desk-person">
            <Avatar
              name={data.person.name}
              {...(data.person.profilePicture && { picture: data.person.profilePicture })}
            />
            <div>
              <h2 id="detail" tabIndex={-1}>
                {data.person.name}
              </h2>
              <p>
                <a href={`mailto:${data.person.email}`}>{data.person.email}</a>
              </p>
            </div>
          </header>
          <PersonTags person={data.person} />
          <p className="soft">
            Joined <When at={data.person.createdAt} />
            {data.person.lastSeenAt !== null && (
              <>
                , last seen <When at={data.person.lastSeenAt} />
              </>
            )}
            .
          </p>
          {data.person.partnerApplicationAt !== null && (
            <section className="card-part" aria-labelledby="application">
              <h3 id="application">Application</h3>
              <p>
                Asked to become a partner <When at={data.person.partnerApplicationAt} />.
              </p>
              <Application person={data.person} deed={deed} onDecided={changed} />
            </section>
          )}
          <Roles person={data.person} deed={deed} onChange={changed} />
          <Access person={data.person} sessions={data.sessions} deed={deed} onChange={changed} onSignedOut={reload} />
          <section className="card-part" aria-labelledby="history">
            <h3 id="history">What was done</h3>
            {data.log.length === 0 && <p className="soft">Nothing yet.</p>}
            <DamagedNote rows={data.damaged} />
            <LogEntries entries={data.log} toOne />
          </section>
          <Outcome {...deed} />
        </>
      )}
    </Detail>
  )
}
