import { serverAddress } from '../../device/native.ts'
import { initialsOf } from './initials.ts'
import { marbleOf } from './marble.ts'

/** The picture of a person, or else the initials of the person on a coloured marble. */
export function Avatar({ name, picture }: { name: string; picture?: string | null | undefined }) {
  if (picture) return <img className="avatar" src={serverAddress(picture)} alt="" width={44} height={44} />
  return (
    <span className="avatar" data-marble={marbleOf(name)} aria-hidden="true">
      {initialsOf(name)}
    </span>
  )
}
