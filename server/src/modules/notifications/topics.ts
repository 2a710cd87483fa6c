import { type NotificationKind, type NotificationTopic, TOPIC_OF_NOTIFICATION } from "@stoa/contract";

function isKind(name: string): name is NotificationKind {
  return Object.hasOwn(TOPIC_OF_NOTIFICATION, name);
}

/** The kinds of occasions that a topic is made of. */
export function kindsOf(topic: NotificationTopic): NotificationKind[] {
  return Object.keys(TOPIC_OF_NOTIFICATION)
    .filter(isKind)
    .filter((kind) => TOPIC_OF_NOTIFICATION[kind] === topic);
}
