import type { HubConnectionOf } from '@hobohat/hub/client'
import { HubConnectionBuilder } from '@microsoft/signalr'
import type { chat } from './chat.ts'

const connection: HubConnectionOf<typeof chat> = new HubConnectionBuilder()
  .withUrl('http://localhost:3000/chat')
  .build()
connection.on('said', (name, text) => console.log(`${name.toUpperCase()}: ${text}`))
await connection.start()
await connection.invoke('say', 'Robot', 'Hello')
