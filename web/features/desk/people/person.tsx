import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Person as PersonFacts } from '#contract/desk.ts'
import { messageOf } from '../../../api/problem.ts'
import { useAction } from '../../../api/use-action.ts'
import { When } from '../../../kit/when.tsx'
import { DamagedNote } from '../../../ui/note/damaged-note.tsx'
import { Outcome } from '../../../ui/note/outcome.tsx'
import { Avatar } from '../../../ui/person/avatar.tsx'
import { Application } from '../kitchens/application.tsx'
import { Detail } from '../lists/split.tsx'
import { LogEntries } from '../log/log-entries.tsx'
import { deskQueries } from '../queries.ts'
import { Access } from './access.tsx'
import { PersonTags } from './person-tags.tsx'
import { Roles } from './roles.tsx'

interface PersonProps {
  id: string
  onClose: () => void
  onChange: (person: PersonFacts) => void
}

/** All there is to know and do about somebody. Escape goes back to the list. */
export function Person({ id, onClose, onChange }: PersonProps) {
  const client = useQueryClient()
  const query = deskQueries.person(id)
  const { data, error, refetch } = useQuery(query)
  const action = useAction()

  const changed = (person: PersonFacts) => {
    client.setQueryData(query.queryKey, (known) => known && { ...known, person })
    onChange(person)
    refetch()
  }

  return (
    <Detail problem={messageOf(error)} onRetry={refetch} onClose={onClose}>
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
              <Application person={data.person} action={action} onDecided={changed} />
            </section>
          )}
          <Roles person={data.person} action={action} onChange={changed} />
          <Access
            person={data.person}
            sessions={data.sessions}
            action={action}
            onChange={changed}
            onSignedOut={refetch}
          />
          <section className="card-part" aria-labelledby="history">
            <h3 id="history">What was done</h3>
            {data.log.length === 0 && <p className="soft">Nothing yet.</p>}
            <DamagedNote rows={data.damaged} />
            <LogEntries entries={data.log} toOne />
          </section>
          <Outcome {...action} />
        </>
      )}
    </Detail>
  )
}
