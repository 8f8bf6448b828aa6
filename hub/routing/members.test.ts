import { describe, expect, it } from 'vitest'
import { Connection } from '../connection/connection.ts'
import { defineHub } from '../define-hub.ts'
import { MappedHub } from '../mapped-hub.ts'
import { fakeClock } from '../testing/fake-clock.ts'
import { Members, type Target } from './members.ts'

const surroundings = { clock: fakeClock(), backplane: null, report: () => {} }
const hub = new MappedHub('/hub', defineHub({ methods: {} }), {}, surroundings)
const client = (id: string, userId?: string) =>
  new Connection(hub, { id, token: id, stateful: false, identity: { userId }, address: '' })

const all: Target = { to: 'all' }
const room: Target = { to: 'group', name: 'room' }
const ann: Target = { to: 'user', name: 'ann' }
const connection = (name: string): Target => ({ to: 'connection', name })

describe('members', () => {
  it('are meant by everything that is true of them', () => {
    const members = new Members()
    const [one, two] = [client('1', 'ann'), client('2')]
    members.add(one)
    members.add(two)
    members.addToGroup(two, 'room')
    expect([...members.of(all)]).toEqual([one, two])
    expect([...members.of(ann)]).toEqual([one])
    expect([...members.of(room)]).toEqual([two])
    expect([...members.of(connection('2'))]).toEqual([two])
    expect([...members.of(connection('3'))]).toEqual([])
  })

  it('say which targets mean somebody for the first time', () => {
    const members = new Members()
    const [one, two] = [client('1', 'ann'), client('2', 'ann')]
    expect(members.add(one)).toEqual([connection('1'), ann])
    expect(members.add(two)).toEqual([connection('2')])
    expect(members.addToGroup(one, 'room')).toBe(true)
    expect(members.addToGroup(two, 'room')).toBe(false)
  })

  it('leave everything when they go, and say which targets mean nobody any more', () => {
    const members = new Members()
    const [one, two] = [client('1', 'ann'), client('2', 'ann')]
    for (const member of [one, two]) {
      members.add(member)
      members.addToGroup(member, 'room')
    }
    members.addToGroup(one, 'own')
    expect(members.remove(one)).toEqual([connection('1'), { to: 'group', name: 'own' }])
    for (const target of [all, ann, room]) expect([...members.of(target)]).toEqual([two])
    expect(members.remove(two)).toEqual([connection('2'), ann, room])
    for (const target of [all, ann, room]) expect([...members.of(target)]).toEqual([])
  })

  it('leave one group at a time', () => {
    const members = new Members()
    const one = client('1')
    members.addToGroup(one, 'room')
    members.addToGroup(one, 'other')
    expect(members.removeFromGroup(one, 'room')).toBe(true)
    expect(members.removeFromGroup(one, 'room')).toBe(false)
    expect([...members.of(room)]).toEqual([])
    expect([...members.of({ to: 'group', name: 'other' })]).toEqual([one])
  })
})
