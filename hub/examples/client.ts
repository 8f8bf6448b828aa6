import type { HubConnectionOf } from '@hobohat/hub/client'
import { HubConnectionBuilder } from '@microsoft/signalr'
import type { chat } from './chat-hub.ts'

const connection: HubConnectionOf<typeof chat> = new HubConnectionBuilder()
  .withUrl('http://localhost:3000/chat')
  .build()
connection.on('said', (text) => console.log(text.toUpperCase()))
await connection.start()
await connection.invoke('say', 'Hello')
