import { describe, expect, it } from 'vitest';
import { inferQuestion } from './infer-question.ts';

const infer = (question: string) => inferQuestion({ question }, new Set());

describe('a question that no conversation answers', () => {
  it.each([
    'What is our revenue?',
    'What was our revenue last year?',
    'What’s our annual turnover?',
    'What is our market share?',
    'What is our gross margin?',
    'What was our net profit last quarter?',
    'What is our headcount?',
    'What is our churn rate?',
    'What is our current conversion rate?',
    'What is our net promoter score?',
    'What is the company’s valuation?',
    'What is our cash flow?',
    'What is our customer acquisition cost?',
    'How high is our churn rate?',
    'Why is our churn rate so high?',
    'Why is our market share falling?',
    'How much revenue did we make last month?',
    'How much profit will we make next year?',
    'How many employees do we have?',
    'How many subscribers do we have?',
    'Which agent is the best employee?',
    'Who is our best agent?',
    'Who is the worst agent?',
    'Who is the best agent of all?',
    'Who is the best agent of the month?',
    'Who is our top seller?',
    'Which team is our weakest team?',
    'Which of our agents is the best?',
    'Which of our teams performs best?',
    '???',
  ])('%s', (question) => {
    expect(() => infer(question)).toThrow(/conversation|words/);
  });

  it.each([
    'Did the customer ask about our revenue?',
    'What is our customer’s order number?',
    'Which agent was most helpful?',
    'Which agent took over the call?',
    'Who is the best person to call back?',
    'Which product does the customer like best?',
    'Which of our products was discussed?',
    'Which of our competitors is the best in the customer’s eyes?',
    'What is our mistake in the eyes of the customer?',
    'What is our offer?',
    'What was our last offer?',
    'How much did we promise to refund?',
    'How much did we charge?',
    'How many items did we send?',
    'How many employees does the customer have?',
    'How much revenue does the customer make?',
    'What is the revenue of the customer’s company?',
    'What is the price?',
    'Why is the customer leaving?',
    'Why was our invoice wrong?',
    'Was the agent the best the customer ever had?',
    'Did the customer call us the worst company?',
    'Does the customer threaten to cancel?',
    'Was the profit margin discussed?',
    'What did the customer say about our stock price?',
    'Which department was the customer sent to?',
    'Which branch did the customer visit?',
    'Which team is responsible?',
    'How high was the invoice?',
    'Что хотел клиент?',
  ])('is not: %s', (question) => {
    expect(infer(question).question).toBe(question);
  });

  it('is asked nonetheless where its type is stated', () => {
    expect(inferQuestion({ question: 'What is our revenue?', type: 'numeric' }, new Set()).type).toBe('numeric');
  });
});
