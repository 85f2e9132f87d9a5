#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <boost/asio/io_context.hpp>

#include "net/sender/peer.h"
#include "net/sender/request_id.h"

namespace assay {
namespace {

using Tcp = boost::asio::ip::tcp;

TEST(Peer, OfAPortIsAnAddress) {
  boost::asio::io_context io;
  Tcp::acceptor acceptor(io, Tcp::endpoint(boost::asio::ip::make_address("127.0.0.1"), 0));
  Tcp::socket client(io);
  client.connect(acceptor.local_endpoint());
  Tcp::socket accepted = acceptor.accept();
  const Peer peer = PeerOf(accepted);
  EXPECT_EQ(peer.address, "127.0.0.1");
  EXPECT_FALSE(peer.uid);
}

TEST(Peer, OfAUnixSocketIsAUser) {
  int ends[2];
  ASSERT_EQ(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends), 0);
  boost::asio::io_context io;
  Tcp::socket accepted(io);
  accepted.assign(Tcp::v4(), ends[0]);
  const Peer peer = PeerOf(accepted);
  EXPECT_EQ(peer.address, "");
  EXPECT_EQ(peer.uid, ::geteuid());
  ::close(ends[1]);
}

TEST(RequestId, IsTheClientsWordWhereThatIsOne) {
  EXPECT_EQ(RequestId("run-7.step_3:a"), "run-7.step_3:a");
  EXPECT_EQ(RequestId(std::string(128, 'a')), std::string(128, 'a'));
  for (const std::string& unfit : {std::string(), std::string("a b"), std::string("a\nb"),
                                   std::string("caf\xc3\xa9"), std::string(129, 'a')}) {
    const std::string id = RequestId(unfit);
    EXPECT_EQ(id.size(), 16U) << unfit;
    EXPECT_NE(id, RequestId(unfit)) << "each is another one";
  }
}

}  // namespace
}  // namespace assay
