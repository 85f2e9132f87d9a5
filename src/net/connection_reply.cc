#include "net/connection_reply.h"

#include <utility>

#include "net/http_text.h"

namespace assay {

template <typename Action>
void ConnectionReply::ToConnection(const Action& action) const {
  if (!gate_->Enter()) return;
  if (const auto connection = connection_.lock()) action(*connection);
  gate_->Leave();  // no longer holding the connection
}

ConnectionReply::~ConnectionReply() {
  if (finished_) return;
  // The handler dropped the request. Before the head is out the client can still be told.
  ToConnection([this](AnswerTarget& connection) {
    if (begun_) return connection.GiveUp();
    HttpResponse response;
    response.status = 500;
    response.body = ErrorText(500, "the request was dropped");
    connection.Answer(std::move(response));
  });
}

void ConnectionReply::Send(HttpResponse response) {
  if (finished_.exchange(true)) return;
  ToConnection([&](AnswerTarget& connection) { connection.Answer(std::move(response)); });
}

void ConnectionReply::Begin(HttpResponse head) {
  begun_ = true;
  ToConnection([&](AnswerTarget& connection) { connection.BeginAnswer(std::move(head)); });
}

void ConnectionReply::Write(std::string piece) {
  ToConnection([&](AnswerTarget& connection) { connection.WritePiece(std::move(piece)); });
}

void ConnectionReply::End() {
  if (finished_.exchange(true)) return;
  ToConnection([](AnswerTarget& connection) { connection.EndAnswer(); });
}

size_t ConnectionReply::unsent() const {
  size_t bytes = 0;
  ToConnection([&](const AnswerTarget& connection) { bytes = connection.unsent(); });
  return bytes;
}

}  // namespace assay
