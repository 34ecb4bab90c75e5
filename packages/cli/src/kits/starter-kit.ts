/** What `brickwork kits init` writes: small enough to read in a minute, with one brick of each type. */
export const STARTER_KIT = `# A kit asks questions of a conversation; each brick is one question with a typed answer.
#   brickwork kits check kit.yaml            is it valid?
#   brickwork kits push kit.yaml --publish   make it live
kit: my_kit
name: My kit
description: What I want to know about every call.
input:
  fields:
    transcript: { type: conversation, required: true }
bricks:
  - key: satisfaction
    name: Customer satisfaction
    type: numeric
    question: How satisfied is the customer at the end?
    min: 1
    max: 5
    step: 1
    speaker: customer
    anchors: { 1: Angry., 3: Neutral., 5: Delighted. }

  - key: resolved
    name: Resolved
    type: boolean
    question: Was the customer's problem solved?
    true_when: The customer confirms that it works, or gets what they asked for.
    false_when: Someone will call back, or the customer gives up.
    hints:
      keywords: [it works now, all set, problem solved]
      exclude: [still not working, call you back]

  - key: topic
    name: Topic
    type: categorical
    question: What was it about?
    categories:
      - { value: billing, description: Invoices and payments., hints: { keywords: [invoice, refund, charge] } }
      - { value: technical, description: Something does not work., hints: { keywords: [error, broken, crash] } }
      - { value: other, description: None of the others. }

  - key: customer_name
    name: Customer name
    type: text
    question: What is the customer's name?
    extract: name
    asked_as: [your name, who am I speaking with]

  - key: agent_talk_ratio
    name: Agent talk ratio
    type: numeric
    metric: talk_ratio
    speaker: agent
    output: []
`;
