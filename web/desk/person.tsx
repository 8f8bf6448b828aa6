import { useEffect, useRef } from 'react'
import type { getPerson, Person as PersonFacts } from '#contract/desk.ts'
import type { Reply } from '#contract/endpoint.ts'
import { Avatar } from '../kit/avatar.tsx'
import { Icon } from '../kit/icon.tsx'
import { When } from '../kit/when.tsx'
import { Access } from './access.tsx'
import { Application } from './application.tsx'
import { LogEntries } from './log-entries.tsx'
import { Outcome } from './outcome.tsx'
import { Problem } from './parts.tsx'
import { PersonTags } from './person-tags.tsx'
import { Roles } from './roles.tsx'
import { useAnswer } from './use-answer.ts'
import { useDeed } from './use-deed.ts'
import './detail.css'

interface PersonProps {
  id: string
  onClose: () => void
  onChange: (person: PersonFacts) => void
}

/** All there is to know and do about somebody. Escape goes back to the list. */
export function Person({ id, onClose, onChange }: PersonProps) {
  const { data, problem, reload, setData } = useAnswer<Reply<typeof getPerson>>(`/people/${encodeURIComponent(id)}`)
  const deed = useDeed()
  const heading = useRef<HTMLHeadingElement>(null)
  const here = data !== undefined

  useEffect(() => {
    if (here) heading.current?.focus()
  }, [here])

  const changed = (person: PersonFacts) => {
    setData((known) => ({ ...known, person }))
    onChange(person)
    reload()
  }

  return (
    <section
      className="desk-card desk-person"
      aria-labelledby="person"
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      <button type="button" className="desk-back" onClick={onClose}>
        <Icon name="close" /> Back to the list
      </button>
      {problem && <Problem words={problem} onRetry={reload} />}
      {!data && <h2 id="person">{problem ? 'Not found' : 'Loading …'}</h2>}
      {data && (
        <>
          <header className="desk-who">
            <Avatar
              name={data.person.name}
              {...(data.person.profilePicture && { picture: data.person.profilePicture })}
            />
            <div>
              <h2 id="person" ref={heading} tabIndex={-1}>
                {data.person.name}
              </h2>
              <p>
                <a href={`mailto:${data.person.email}`}>{data.person.email}</a>
              </p>
            </div>
          </header>
          <PersonTags person={data.person} />
          <p className="desk-soft">
            Joined <When at={data.person.createdAt} />
            {data.person.lastSeenAt !== null && (
              <>
                , last seen <When at={data.person.lastSeenAt} />
              </>
            )}
            .
          </p>
          {data.person.partnerApplicationAt !== null && (
            <section className="desk-part" aria-labelledby="application">
              <h3 id="application">Application</h3>
              <p>
                Asked to become a partner <When at={data.person.partnerApplicationAt} />.
              </p>
              <Application person={data.person} deed={deed} onDecided={changed} />
            </section>
          )}
          <Roles person={data.person} deed={deed} onChange={changed} />
          <Access person={data.person} sessions={data.sessions} deed={deed} onChange={changed} onSignedOut={reload} />
          <section className="desk-part" aria-labelledby="history">
            <h3 id="history">What was done</h3>
            {data.log.length === 0 && <p className="desk-soft">Nothing yet.</p>}
            <LogEntries entries={data.log} toOne />
          </section>
          <Outcome {...deed} />
        </>
      )}
    </section>
  )
}
